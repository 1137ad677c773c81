import { z } from 'zod'
import { DomainError } from '../errors.ts'
import { command, query } from '../operation.ts'
import { download, line, nothing, upload } from '../schema.ts'
import { seenFields } from '../seen.ts'
import { bytesOfLogo, keepLogo, LOGO_BYTES, logoOf, removeLogo } from './logo.ts'
import { siteLook } from './site-look.ts'

const object = { kind: 'settings', id: 'look' } as const

/** The site's public appearance. */
export const lookOperations = {
  look: query({
    summary: 'What the site is called, its logo and where it has help.',
    audience: 'anyone',
    input: nothing(),
    output: z.object({
      name: z.string(),
      /** A path below the address of the site that changes with the picture; '' for the product's logo. */
      logo: z.string(),
      /** Absolute addresses; '' for none. */
      help: z.string(),
      feedback: z.string(),
    }),
    run: async (ctx) => (await siteLook(ctx)).look,
  }),

  logo: query({
    summary: 'The logo of the site as a picture.',
    audience: 'anyone',
    input: z.object({
      /** Ignored: it makes browsers request a changed picture again. */
      version: line(64).default(''),
    }),
    output: download(),
    restOnly: true,
    async run(ctx) {
      const logo = await logoOf(ctx)
      if (!logo) throw new DomainError('notFound')
      const bytes = bytesOfLogo(logo)
      return {
        name: 'logo',
        mediaType: logo.mediaType,
        isShown: true,
        bytes: bytes.length,
        version: logo.version,
        read: async (range) => [range ? bytes.subarray(range.first, range.last + 1) : bytes] as never,
        count: () => undefined,
      }
    },
  }),

  putLogo: command({
    summary: 'Makes a picture (PNG, JPEG, GIF or WebP) the logo of the site; for site administrators.',
    audience: 'admin',
    restOnly: true,
    input: z.object({ file: upload({ shorterThan: LOGO_BYTES }), seen: seenFields() }),
    output: nothing(),
    async run(ctx, { file, seen }) {
      await keepLogo(ctx, file, seen)
      ctx.audit({ action: 'settings.changed', object, detail: 'logo' })
      return {}
    },
  }),

  removeLogo: command({
    summary: 'Gives the site the logo of the product again; for site administrators.',
    audience: 'admin',
    needsNoRoom: true,
    input: z.object({ seen: seenFields() }),
    output: nothing(),
    async run(ctx, { seen }) {
      await removeLogo(ctx, seen)
      ctx.audit({ action: 'settings.changed', object, detail: 'logo' })
      return {}
    },
  }),
}
