import { keepPreviousData } from '@tanstack/react-query'
import type { CoreOperations } from '#core/operations.ts'
import { api } from '#web/api/trpc.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'
import { useListedPages } from '../../use-listed-pages.ts'

export type Belongings = AnswerOf<CoreOperations['adminUser']['belongings']>

/** Everything a person owns, page by page. */
export function useBelongings(userId: number) {
  const pages = useListedPages()
  const owned = api.adminUser.belongings.useQuery(
    { userId, page: pages.page, count: pages.count },
    { staleTime: 0, placeholderData: keepPreviousData, meta: { isQuiet: true } },
  )
  if (owned.data && !owned.isPlaceholderData) pages.fit(owned.data.total)
  return { owned, pages }
}
