import { documentsIn } from '../access/facts.ts'
import type { Person } from './user.ts'
import type { CommandContext, Context } from '../context.ts'
import type { Collection, Document } from '../ports/documents.ts'

const INVITATION_MS = 7 * 24 * 3_600_000
const TOKEN_BYTES = 32
/** Maximum number of open invitations. */
export const MOST_INVITATIONS = 2_000

/** Allows one person to create an account, even while registration is closed. */
export interface Invitation {
  /** The address of the letter; '' for a link that is delivered in another way. */
  readonly email: string
  /** The person's display name; '' for none. */
  readonly name: string
}

type Holder = Pick<Context, 'store' | 'services'>

export const invitationsIn = ({ store }: Pick<Context, 'store'>): Collection<Invitation> =>
  documentsIn(store).collection('account.invitation')

/** Links by their digest. A letter sent twice has two links; using either one uses up the invitation. */
const linksIn = ({ store }: Pick<Context, 'store'>): Collection<{ readonly invitationId: number }> =>
  documentsIn(store).collection('account.invitation-link')

export const endOfInvitation = ({ at }: Pick<Document<Invitation>, 'at'>): Date =>
  new Date(at.getTime() + INVITATION_MS)

/** Blocks concurrent changes of invitations until the end of the transaction. */
export const holdInvitations = ({ store }: CommandContext): Promise<void> => store.settings.hold('account.invitation')

/** Deletes expired ones. */
export async function sweepInvitations(holder: Holder): Promise<void> {
  const before = new Date(holder.services.clock.now().getTime() - INVITATION_MS)
  await invitationsIn(holder).deleteBefore(before)
  await linksIn(holder).deleteBefore(before)
}

/** A token for this invitation; only its digest is stored. */
export async function newInvitationToken(holder: Holder, { id, at }: Document<Invitation>): Promise<string> {
  const { keys } = holder.services
  const token = keys.random(TOKEN_BYTES)
  await linksIn(holder).put({ key: keys.digest(token), at, data: { invitationId: id } })
  return token
}

/** After a `#`, so that it never appears in logs of servers and proxies. */
export const invitationPath = (token: string): string => `/user/register#${token}`

/** The open invitation of this token; null when there is none. */
export async function invitationOf(holder: Holder, token: string): Promise<Document<Invitation> | null> {
  const link = await linksIn(holder).byKey(holder.services.keys.digest(token))
  const invitation = link && (await invitationsIn(holder).byId(link.data.invitationId))
  return invitation && (await isOpen(holder, invitation)) ? invitation : null
}

/** The same as `isOpenBy`, with the person who invited looked up. */
export async function isOpen({ store, services }: Holder, invitation: Document<Invitation>): Promise<boolean> {
  const inviter = invitation.userId === null ? null : await store.users.byId(invitation.userId)
  return isOpenBy(inviter, invitation, services.clock.now())
}

/**
 * Whether it can be used: for seven days, and as long as the person who invited may invite. Former administrators could
 * otherwise come back by links they made for themselves.
 * @param inviter null when that account is deleted
 */
export const isOpenBy = (inviter: Person | null, invitation: Document<Invitation>, now: Date): boolean =>
  endOfInvitation(invitation) > now && inviter !== null && inviter.isAdmin && !inviter.isSwitchedOff
