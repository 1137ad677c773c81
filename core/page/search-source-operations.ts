import { z } from 'zod'
import { openItem, requireLogin } from '../access/doors.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { always, query } from '../operation.ts'
import type { Context } from '../context.ts'
import { idOrNone, line, wired } from '../schema.ts'
import { searchScope } from './search-scope.ts'
import { foundElsewhere, type FoundElsewhere } from './search-sources.ts'
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
              /** The item of the page it belongs to; '' when it belongs to none. */
              itemName: z.string(),
              /** Who wrote it: the person's display name, else the username; '' when the source does not say. */
              authorName: z.string(),
              /** When it was written; null when the source does not say. */
              at: wired('addtime', z.date().nullable()),
            }),
          ),
        }),
      ),
    }),
    example: { keyword: 'token' },
    isHeavy: always,
    async run(ctx, { keyword, itemId }) {
      if (!maySearch(keyword)) throw new DomainError('invalidInput', { field: 'keyword' })
      const opened = itemId === 0 ? null : await openItem(ctx, itemId, 'read', 'somewhere')
      const words = wordsOf(keyword)
      const { language } = ctx.session
      const question = { words, language, itemId: itemId === 0 ? null : itemId, userId: requireLogin(ctx) }
      const found = await foundElsewhere(ctx, { question, scope: searchScope(ctx, opened) })
      const nameOf = await authorsOf(ctx, found)
      return {
        sources: found.map(({ source, hits }) => ({
          id: source.id,
          title: source.title[language],
          hits: hits.map(({ path, title, excerpt, itemName, authorId = 0, at = null }) => ({
            path,
            titleParts: [...marked(title, words)],
            contentParts: [...marked(excerpt, words)],
            itemName,
            authorName: nameOf(authorId),
            at,
          })),
        })),
      }
    },
  }),
}

async function authorsOf({ store }: Context, found: readonly FoundElsewhere[]): Promise<(authorId: number) => string> {
  const ids = new Set(found.flatMap(({ hits }) => hits.flatMap(({ authorId = 0 }) => (authorId === 0 ? [] : authorId))))
  const people = ids.size === 0 ? [] : await store.users.byIds([...ids])
  const names = new Map(people.map(({ id, name, username }) => [id, name || username]))
  return (authorId) => names.get(authorId) ?? ''
}
