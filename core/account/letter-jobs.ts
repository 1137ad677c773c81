import { jobsIn, mailLinksIn, usersIn } from '../access/facts.ts'
import { z } from 'zod'
import { LANGUAGES } from '../language.ts'
import type { Context, HandlerContext } from '../context.ts'
import { wholeSeals } from '../own-seals.ts'
import type { Letter } from '../ports/mail.ts'
import type { Store } from '../ports/store.ts'
import { siteNameOf } from '../site/look-settings.ts'
import { mailInUse } from '../site/mail-in-use.ts'
import { id } from '../schema.ts'
import { attemptLimits } from './attempt-limits.ts'
import { invitationPath, invitationsIn, isOpen, newInvitationToken } from './invitation.ts'
import { captchaLetter, confirmationLetter, formerAddressLetter, invitationLetter, resetLetter } from './letters.ts'
import { endOfLink, type MailLink } from './mail-link.ts'
import type { User } from './user.ts'

const TOKEN_BYTES = 32

/** The payload of a job: no address and no link, which would appear in queues and their logs (threats K3). */
const Payload = z.object({
  /** Null when no account has the requested address: the job does nothing, and nobody can tell the difference. */
  userId: id().nullable(),
  /** Language of the request; the account's own preference takes precedence. */
  language: z.enum(LANGUAGES),
})
type Payload = z.output<typeof Payload>

const InvitationPayload = z.object({ invitationId: id(), language: z.enum(LANGUAGES) })

/** The former address is stored in the database under this digest until the letter is sent. */
const FormerPayload = z.object({ ...Payload.shape, userId: id(), addressDigest: z.string() })

const RESET_JOB = 'account.sendResetLink'
const CONFIRMATION_JOB = 'account.sendConfirmationLink'
const INVITATION_JOB = 'account.sendInvitation'
const FORMER_ADDRESS_JOB = 'account.tellFormerAddress'
const CAPTCHA_JOB = 'account.sendCaptcha'

/** Sealed, because the job contains the recipient and the content. */
const CaptchaPayload = z.object({ language: z.enum(LANGUAGES), sealed: z.string() })
const CaptchaFacts = z.object({ to: z.string().nullable(), answer: z.string() })
const CAPTCHA_SEAL = 'captcha-letter'

export const enqueueResetLetter = (store: Pick<Store, 'jobs'>, payload: Payload): Promise<void> =>
  jobsIn(store).enqueue(RESET_JOB, payload)

export const enqueueConfirmationLetter = (store: Pick<Store, 'jobs'>, payload: Payload): Promise<void> =>
  jobsIn(store).enqueue(CONFIRMATION_JOB, payload)

export const enqueueInvitationLetter = (
  store: Pick<Store, 'jobs'>,
  payload: z.output<typeof InvitationPayload>,
): Promise<void> => jobsIn(store).enqueue(INVITATION_JOB, payload)

/** Notifies an account's former address that the address has changed. */
export async function enqueueFormerAddressLetter(
  { store, services: { clock, keys } }: Pick<Context, 'store' | 'services'>,
  payload: Payload & { readonly userId: number },
  email: string,
): Promise<void> {
  const link = { userId: payload.userId, purpose: 'tellFormer', email } as const
  const addressDigest = keys.digest(keys.random(TOKEN_BYTES))
  await mailLinksIn(store).add(link, addressDigest, endOfLink(link.purpose, clock.now()))
  await jobsIn(store).enqueue(FORMER_ADDRESS_JOB, { ...payload, addressDigest })
}

/** Sends a verification code to this address. */
export const enqueueCaptchaLetter = (
  { store, services: { seals }, session: { language } }: Pick<Context, 'store' | 'services' | 'session'>,
  facts: z.output<typeof CaptchaFacts>,
): Promise<void> =>
  jobsIn(store).enqueue(CAPTCHA_JOB, { language, sealed: wholeSeals(seals).seal(JSON.stringify(facts), CAPTCHA_SEAL) })

/** The jobs that send letters, by name. A second run after a crash sends a second letter, whose link works too. */
export const letterJobs: Readonly<Record<string, (ctx: HandlerContext, payload: object) => Promise<void>>> = {
  [RESET_JOB]: async (ctx, payload) => {
    const { user, language } = await addressee(ctx, payload)
    // People verified by another authority have their password there.
    if (!user?.email || user.passwordHash === null || user.isSwitchedOff) return
    const link = { userId: user.id, purpose: 'resetPassword', email: user.email } as const
    const address = await addressOf(ctx, '/user/ResetPasswordByUrl', link)
    await send(ctx, user.email, (site) => resetLetter[language]({ username: user.username, address, site }))
  },
  [CONFIRMATION_JOB]: async (ctx, payload) => {
    const { user, language } = await addressee(ctx, payload)
    if (!user?.email || user.isEmailVerified || user.isSwitchedOff) return
    const link = { userId: user.id, purpose: 'confirmEmail', email: user.email } as const
    const address = await addressOf(ctx, '/user/confirmEmail', link)
    await send(ctx, user.email, (site) => confirmationLetter[language]({ username: user.username, address, site }))
  },
  [INVITATION_JOB]: async (ctx, payload) => {
    const { invitationId, language } = InvitationPayload.parse(payload)
    const invitation = await invitationsIn(ctx).byId(invitationId)
    if (!invitation || invitation.data.email === '' || !(await isOpen(ctx, invitation))) return
    const { email, name } = invitation.data
    const mail = await mailInUse(ctx)
    const address = mail.addressOf(invitationPath(await newInvitationToken(ctx, invitation)))
    const site = await siteNameOf(ctx)
    await mail.send({ to: email, senderName: site, ...invitationLetter[language]({ name, address, site }) })
  },
  [CAPTCHA_JOB]: async (ctx, payload) => {
    const { language, sealed } = CaptchaPayload.parse(payload)
    const { to, answer } = CaptchaFacts.parse(JSON.parse(wholeSeals(ctx.services.seals).open(sealed, CAPTCHA_SEAL)))
    if (to === null) return
    const minutes = attemptLimits.mailedCaptchaMs / 60_000
    await send(ctx, to, (site) => captchaLetter[language]({ answer, minutes, site }))
  },
  [FORMER_ADDRESS_JOB]: async (ctx, payload) => {
    const { userId, addressDigest } = FormerPayload.parse(payload)
    const link = { userId, purpose: 'tellFormer' } as const
    const { user, language } = await addressee(ctx, payload)
    const email = await mailLinksIn(ctx.store).emailOf(userId, link.purpose, addressDigest)
    if (!user || email === null) return
    await send(ctx, email, (site) => formerAddressLetter[language]({ username: user.username, site }))
    await mailLinksIn(ctx.store).take({ ...link, email }, addressDigest, ctx.services.clock.now())
  },
}

async function send(
  ctx: HandlerContext,
  to: string,
  wordsOf: (site: string) => Pick<Letter, 'subject' | 'text'>,
): Promise<void> {
  const site = await siteNameOf(ctx)
  await (await mailInUse(ctx)).send({ to, senderName: site, ...wordsOf(site) })
}

async function addressee({ store }: HandlerContext, payload: object) {
  const { userId, language } = Payload.parse(payload)
  const user: User | null = userId === null ? null : await usersIn(store).byId(userId)
  return { user, language: user?.language ?? language }
}

/** Creates a link; only its digest is stored. */
async function addressOf({ store, services }: HandlerContext, path: string, link: MailLink): Promise<string> {
  const { clock, keys } = services
  const mail = await mailInUse({ store, services })
  const token = keys.random(TOKEN_BYTES)
  await mailLinksIn(store).add(link, keys.digest(token), endOfLink(link.purpose, clock.now()))
  const query = new URLSearchParams({ uid: String(link.userId), email: link.email, token })
  return mail.addressOf(`${path}?${query.toString()}`)
}
