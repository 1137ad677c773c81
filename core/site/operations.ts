import { sessionIn } from '../access/facts.ts'
import { z } from 'zod'
import packageFile from '../../package.json' with { type: 'json' }
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { attemptLimits } from '../account/attempt-limits.ts'
import { wholeServices } from '../open-services.ts'
import { query } from '../operation.ts'
import { file, line, nothing, text } from '../schema.ts'
import { readSettings } from '../settings.ts'
import { siteSettings } from './settings.ts'
import { sweepIfDue } from './sweep.ts'

const QR_TEXT_LENGTH = 1_000
/** Capacity of the largest QR code with error correction level M. */
const QR_TEXT_BYTES = 2_331

const fitsIntoQrCode = (url: string): boolean => new TextEncoder().encode(url).length <= QR_TEXT_BYTES

export const siteOperations = {
  homePage: query({
    summary: 'What the home page shows, and where it leads.',
    audience: 'anyone',
    input: nothing(),
    output: z.object({ beian: z.string(), homePage: z.number(), homeItem: z.number() }),
    rest: { path: 'common/homePageSetting' },
    run: (ctx) => readSettings(ctx.store, siteSettings),
  }),

  captcha: query({
    summary: 'A new verification code as a picture; the one shown before is forgotten by the browser.',
    audience: 'anyone',
    input: z.object({
      /** Any text, to bypass browser caches. */
      rand: text(100).optional(),
    }),
    output: file(),
    example: { rand: '1' },
    rest: { path: 'common/verify' },
    restOnly: true,
    async run(ctx) {
      await requireMeasure(ctx)
      const { id, png } = await wholeServices(ctx.services).captchas.issue()
      sessionIn(ctx).rememberCaptcha(id, attemptLimits.captchaMs)
      return { name: 'captcha.png', mediaType: 'image/png', bytes: png }
    },
  }),

  qrCode: query({
    summary: 'The QR code of an address as a picture, drawn on the spot.',
    audience: 'anyone',
    input: z.object({
      /** Pixels per module. */
      size: z.number().int().min(1).max(10).default(3),
      url: line(QR_TEXT_LENGTH).min(1).refine(fitsIntoQrCode, 'tooLong'),
    }),
    output: file(),
    example: { size: 3, url: 'https://docs.example.org/1' },
    rest: { path: 'common/qrcode' },
    restOnly: true,
    run: async (ctx, { size, url }) => svgFile('qrcode.svg', ctx.services.qrCodes.svg(url, size)),
  }),

  watermark: query({
    summary: 'Whether pages carry the name of who reads them; visitors have none, so theirs carry nothing.',
    audience: 'anyone',
    input: nothing(),
    output: z.object({ showWatermark: z.boolean() }),
    async run({ actor, store }) {
      const isNamed = actor.kind === 'user'
      return { showWatermark: isNamed && (await readSettings(store, siteSettings)).showWatermark }
    },
  }),

  version: query({
    summary: 'The version of Octavo.',
    audience: 'anyone',
    input: nothing(),
    output: z.object({ version: z.string() }),
    rest: { path: 'common/version' },
    run: async () => ({ version: packageFile.version }),
  }),

  /** A query because the specification requires GET; what it deletes is already inaccessible. */
  runDueJobs: query({
    summary: 'Removes what has served its time, at most once a minute.',
    audience: 'anyone',
    input: nothing(),
    output: nothing(),
    rest: { path: 'ScriptCron/run' },
    async run(ctx) {
      await sweepIfDue(ctx)
      return {}
    },
  }),
}

/** @throws DomainError tooManyRequests when an address requests too many captchas, to get more guesses (threats T7) */
async function requireMeasure({ services, session }: Context): Promise<void> {
  const { attempts, captchas } = wholeServices(services)
  const drawn = await attempts.add(`captcha:${session.address}`, 60_000)
  const failures = await attempts.count(`login-address:${session.address}`, attemptLimits.failureWindowMs)
  const isGuessing = failures >= attemptLimits.addressFailuresBeforeCaptcha
  const most = isGuessing ? attemptLimits.captchasPerMinuteAfterFailures : attemptLimits.captchasPerMinute
  if (captchas.areOn && drawn > most) throw new DomainError('tooManyRequests')
}

const svgFile = (name: string, svg: string) => ({
  name,
  mediaType: 'image/svg+xml',
  bytes: new TextEncoder().encode(svg),
})
