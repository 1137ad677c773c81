import { z } from 'zod'
import { openItem, requireLogin } from '../access/doors.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { always, query } from '../operation.ts'
import { idOrNone, line } from '../schema.ts'
import { foundElsewhere } from './search-sources.ts'
import { TextPartView } from './search-view.ts'
import { marked, maySearch, wordsOf } from './search.ts'

export const searchSourceOperations = {
  findElsewhere: query({
    summary:
      'What plugins find for every word of the keyword beside the pages; with itemId 0 in all they look through.',
    audience: 'user',
    input: z.object({ keyword: line(limits.keywordLength).min(1), itemId: idOrNone().default(0) }),
    output: z.object({
      sources: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          hits: z.array(
            z.object({
              /** Where it opens: a path of this site. */
              path: z.string(),
              titleParts: z.array(TextPartView),
              contentParts: z.array(TextPartView),
            }),
          ),
        }),
      ),
    }),
    example: { keyword: 'token' },
    isHeavy: always,
    async run(ctx, { keyword, itemId }) {
      if (!maySearch(keyword)) throw new DomainError('invalidInput', { field: 'keyword' })
      if (itemId !== 0) await openItem(ctx, itemId, 'read', 'somewhere')
      const words = wordsOf(keyword)
      const { language } = ctx.session
      const question = { words, language, itemId: itemId === 0 ? null : itemId, userId: requireLogin(ctx) }
      const found = await foundElsewhere(ctx, question)
      return {
        sources: found.map(({ source, hits }) => ({
          id: source.id,
          title: source.title[language],
          hits: hits.map(({ path, title, excerpt }) => ({
            path,
            titleParts: [...marked(title, words)],
            contentParts: [...marked(excerpt, words)],
          })),
        })),
      }
    },
  }),
}
