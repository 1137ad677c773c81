import { z } from 'zod'
import { requireLogin } from '../access/doors.ts'
import { isSecondFactorDue } from '../access/site-rules.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { wholeServices } from '../open-services.ts'
import { command, query } from '../operation.ts'
import { nothing, noted, text } from '../schema.ts'
import { addressOfSite } from '../site/mail-in-use.ts'
import { callerOf } from './caller.ts'
import { confirmPassword } from './guard.ts'
import {
  beginSecondFactor,
  endSecondFactor,
  provenByCode,
  renewRecoveryCodes,
  secondFactorOf,
  switchSecondFactorOn,
} from './second-factor.ts'
import { typedPassword } from './typed.ts'

const MODULE_PIXELS = 5
// Valid once and for seconds. The log hides secrets by name, but needs this name for error codes.
const code = () => text(100).min(1)
const Confirmed = z.object({ password: typedPassword(), code: code() })
const RecoveryCodes = z.object({
  /** Each is valid once, in place of a code of the app. Shown only this once. */
  recoveryCodes: z.array(noted({ secret: true }, z.string())),
})
const account = (userId: number) => ({ kind: 'account', id: userId }) as const

export const secondFactorOperations = {
  state: query({
    summary:
      'Whether logins of the caller ask for a code of an authenticator app, and how many recovery codes are left.',
    audience: 'user',
    input: nothing(),
    output: z.object({
      isOn: z.boolean(),
      /** Null while it is off. */
      since: z.date().nullable(),
      recoveryCodesLeft: z.number(),
      /** The caller has no administrator rights until it is set up. */
      isDue: z.boolean(),
      /** False for people verified by another authority, which asks for its own. */
      isPossible: z.boolean(),
    }),
    async run(ctx) {
      const user = await callerOf(ctx)
      const factor = user.hasSecondFactor ? await secondFactorOf(ctx, user.id) : null
      return {
        isOn: user.hasSecondFactor,
        since: factor?.since ?? null,
        recoveryCodesLeft: factor?.recoveryCodesLeft ?? 0,
        isDue: await isSecondFactorDue(ctx, user),
        isPossible: user.passwordHash !== null,
      }
    },
  }),

  begin: command({
    summary:
      'Gives the caller a new secret for an authenticator app, as text and as a QR code; secondFactor/switchOn is to follow ' +
      'within half an hour.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ password: typedPassword() }),
    output: z.object({
      /** In base32, for apps that cannot scan the picture. */
      secret: noted({ secret: true }, z.string()),
      otpauthAddress: noted({ secret: true }, z.string()),
      /** The `otpauth:` address as a QR code in SVG. */
      qrCode: noted({ secret: true }, z.string()),
    }),
    example: { password: 'a long sentence' },
    async run(ctx, { password }) {
      const user = await confirmPassword(ctx, password)
      if (user.hasSecondFactor) throw new DomainError('secondFactorOn')
      const secret = await beginSecondFactor(ctx, user)
      const { oneTimeCodes, qrCodes } = wholeServices(ctx.services)
      const otpauthAddress = oneTimeCodes.addressOf(secret, { site: await nameOfSite(ctx), username: user.username })
      return { secret, otpauthAddress, qrCode: qrCodes.svg(otpauthAddress, MODULE_PIXELS) }
    },
  }),

  switchOn: command({
    summary:
      'Has every login of the caller ask for a code from now on, once a first code shows that the app has the secret. All ' +
      'other sessions end. The recovery codes are shown this once.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ code: code() }),
    output: RecoveryCodes,
    example: { code: '123456' },
    async run(ctx, { code }) {
      return { recoveryCodes: [...(await switchSecondFactorOn(ctx, requireLogin(ctx), code))] }
    },
  }),

  switchOff: command({
    summary: 'Has logins of the caller ask for no code any more. It takes the login password and a code.',
    audience: 'user',
    needsNoRoom: true,
    input: Confirmed,
    output: nothing(),
    example: { password: 'a long sentence', code: '123456' },
    async run(ctx, confirmed) {
      const userId = await provenCaller(ctx, confirmed)
      await endSecondFactor(ctx, userId)
      ctx.audit({ action: 'account.secondFactorOff', object: account(userId) })
      return {}
    },
  }),

  renewRecoveryCodes: command({
    summary: 'Gives the caller new recovery codes in place of the former ones. It takes the login password and a code.',
    audience: 'user',
    needsNoRoom: true,
    input: Confirmed,
    output: RecoveryCodes,
    example: { password: 'a long sentence', code: '123456' },
    async run(ctx, confirmed) {
      const userId = await provenCaller(ctx, confirmed)
      return { recoveryCodes: [...(await renewRecoveryCodes(ctx, userId))] }
    },
  }),
}

/** The caller, who has entered the password and a code again. @throws DomainError noSecondFactor; as both */
async function provenCaller(
  ctx: CommandContext,
  { password, code }: { readonly password: string; readonly code: string },
): Promise<number> {
  const user = await confirmPassword(ctx, password)
  if (!(await provenByCode(ctx, user.id, code))) throw new DomainError('noSecondFactor')
  return user.id
}

/** The host, by which apps distinguish accounts. */
async function nameOfSite(ctx: CommandContext): Promise<string> {
  const address = (await addressOfSite(ctx)) || ctx.session.siteUrl
  return URL.canParse(address) ? new URL(address).host : 'Octavo'
}
