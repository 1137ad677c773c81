import { requireLogin } from '../access/doors.ts'
import { arePasswordsOn, requireMailDomain } from '../access/site-rules.ts'
import type { CommandContext, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { Document } from '../ports/documents.ts'
import { mailInUse } from '../site/mail-in-use.ts'
import { invitationsIn, MOST_INVITATIONS, type Invitation } from './invitation.ts'
import { enqueueInvitationLetter } from './letter-jobs.ts'

/**
 * Stores an invitation and sends its letter if it has an address; an earlier invitation of that address ends. Call it
 * with the invitations locked.
 * @throws DomainError passwordsOff | emailTaken | emailDomain | mailNotAvailable | tooMany
 */
export async function invite(ctx: CommandContext, invitation: Invitation): Promise<Document<Invitation>> {
  await requireUsableInvitations(ctx)
  const { email } = invitation
  const kept = invitationsIn(ctx)
  if (email !== '') {
    await requireMailDomain(ctx, email)
    if (await ctx.store.users.byEmail(email)) throw new DomainError('emailTaken')
    await requireMailServer(ctx)
    const former = await kept.find({ where: { email } })
    for (const { id } of former.list) await kept.delete(id)
  }
  if ((await kept.count({})) >= MOST_INVITATIONS) throw new DomainError('tooMany', { limit: MOST_INVITATIONS })
  const made = await kept.put({ userId: requireLogin(ctx), at: ctx.services.clock.now(), data: invitation })
  if (email !== '') await enqueueInvitationLetter(ctx.store, { invitationId: made.id, language: ctx.session.language })
  ctx.audit({ action: 'account.invited', detail: email === '' ? 'by link' : 'by mail' })
  return made
}

/** An invitation makes an account with a password of this site. @throws DomainError passwordsOff */
export async function requireUsableInvitations(ctx: Context): Promise<void> {
  if (!(await arePasswordsOn(ctx))) throw new DomainError('passwordsOff')
}

/** @throws DomainError mailNotAvailable */
export async function requireMailServer(ctx: Context): Promise<void> {
  if (!(await mailInUse(ctx)).isOn) throw new DomainError('mailNotAvailable')
}
