import { z } from 'zod'
import { openPage } from '../access/doors.ts'
import { limits } from '../limits.ts'
import { always, command } from '../operation.ts'
import { id, text } from '../schema.ts'
import { mergedContents } from './content.ts'

const content = () => text(limits.pageContentLength)

export const mergeOperations = {
  merge: command({
    summary:
      'Joins what two people made of a page, and writes nothing. Where both changed the same place, choices says which side counts, in order; until all are given, content is null.',
    audience: 'user',
    // It waits for the page's kind, which may be part of a plugin.
    withoutTransaction: true,
    isHeavy: always,
    input: z.object({
      pageId: id(),
      base: content(),
      mine: content(),
      theirs: content(),
      choices: z.array(z.enum(['mine', 'theirs'])).default([]),
    }),
    output: z.object({
      pageContent: z.string().nullable(),
      conflicts: z.array(z.object({ mine: z.string(), theirs: z.string() })),
    }),
    example: { pageId: 1, base: '# Log in', mine: '# Log in', theirs: '# Sign in' },
    async run(ctx, { pageId, choices, ...sides }) {
      const { item } = await openPage(ctx, pageId, 'edit', 'besideLock')
      const { content: pageContent, conflicts } = await mergedContents(ctx.services, item.type, sides, choices)
      return { pageContent, conflicts: [...conflicts] }
    },
  }),
}
