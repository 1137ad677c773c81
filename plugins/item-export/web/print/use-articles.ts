import { useState } from 'react'
import type { CoreOperations } from '#core/operations.ts'
import { api } from '#web/api/trpc.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'

export type PrintedArticle = AnswerOf<CoreOperations['export']['articles']>['articles'][number]

/** Pages per batch: few enough for visible progress. */
const AT_ONCE = 20

/** The articles of these pages as they arrive; different pages start a new load. */
export function useArticles(itemId: number, pageIds: readonly number[]) {
  const [found, setFound] = useState({ articles: [] as readonly PrintedArticle[], asked: 0 })
  const isWhole = found.asked >= pageIds.length
  const { data, error, refetch } = api.export.articles.useQuery(
    { itemId, pageIds: pageIds.slice(found.asked, found.asked + AT_ONCE) },
    { enabled: !isWhole, staleTime: Infinity, gcTime: 0, meta: { isQuiet: true } },
  )
  if (data && !isWhole) setFound({ articles: [...found.articles, ...data.articles], asked: found.asked + data.asked })
  return { ...found, isWhole, error: isWhole ? null : error, retry: () => void refetch() }
}
