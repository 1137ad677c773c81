import type { CommandContext, Context } from '../context.ts'
import type { Collection, Document } from '../ports/store.ts'

const INVITATION_MS = 7 * 24 * 3_600_000
const TOKEN_BYTES = 32
/** Open at the same time. */
export const MOST_INVITATIONS = 2_000

/** Lets one person make an account, also where registration is closed. */
export interface Invitation {
  /** Where the letter goes; '' for a link that is handed over in another way. */
  readonly email: string
  /** What the person is called; '' for nothing. */
  readonly name: string
}

type Holder = Pick<Context, 'store' | 'services'>

export const invitationsIn = ({ store }: Pick<Context, 'store'>): Collection<Invitation> =>
  store.documents.collection('account.invitation')

/** Links by their digest. A letter that is sent twice has two links, either of which uses the invitation up. */
const linksIn = ({ store }: Pick<Context, 'store'>): Collection<{ readonly invitationId: number }> =>
  store.documents.collection('account.invitation-link')

export const endOfInvitation = ({ at }: Pick<Document<Invitation>, 'at'>): Date =>
  new Date(at.getTime() + INVITATION_MS)

/** Has other changes of invitations wait until the end of the transaction. */
export const holdInvitations = ({ store }: CommandContext): Promise<void> => store.settings.hold('account.invitation')

/** Forgets those that are no longer good. */
export async function sweepInvitations(holder: Holder): Promise<void> {
  const before = new Date(holder.services.clock.now().getTime() - INVITATION_MS)
  await invitationsIn(holder).deleteBefore(before)
  await linksIn(holder).deleteBefore(before)
}

/** A token for this invitation; only its digest is kept. */
export async function newInvitationToken(holder: Holder, { id, at }: Document<Invitation>): Promise<string> {
  const { keys } = holder.services
  const token = keys.random(TOKEN_BYTES)
  await linksIn(holder).put({ key: keys.digest(token), at, data: { invitationId: id } })
  return token
}

/** Behind a #, where no log of a server or a proxy has it. */
export const invitationPath = (token: string): string => `/user/register#${token}`

/** The open invitation this token belongs to; null when there is none. */
export async function invitationOf(holder: Holder, token: string): Promise<Document<Invitation> | null> {
  const link = await linksIn(holder).byKey(holder.services.keys.digest(token))
  const invitation = link && (await invitationsIn(holder).byId(link.data.invitationId))
  return invitation && endOfInvitation(invitation) > holder.services.clock.now() ? invitation : null
}
