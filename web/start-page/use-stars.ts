import { api } from '#web/api/trpc.ts'
import type { AnswerOf } from '#web/api/api-types.ts'
import type { starOperations } from '#core/start/star-operations.ts'

/** The person's starred things that are still accessible. */
export type Stars = AnswerOf<typeof starOperations.list>
export type Starred = { readonly itemId: number } | { readonly pageId: number }

export interface StarHandle {
  /** Undefined while unknown. */
  readonly stars: Stars | undefined
  has(what: Starred): boolean
  toggle(what: Starred): void
}

/** The stars of the logged-in person. */
export function useStars(): StarHandle {
  const cache = api.useUtils()
  const stars = api.star.list.useQuery({}, { meta: { isQuiet: true } }).data
  const settled = {
    // One at a time, so that the last click wins.
    scope: { id: 'stars' },
    onSettled: () => void cache.star.list.invalidate(),
  }
  const adding = api.star.add.useMutation(settled)
  const removing = api.star.remove.useMutation(settled)
  const has = (what: Starred): boolean =>
    'pageId' in what
      ? stars?.pages.some(({ pageId }) => pageId === what.pageId) === true
      : stars?.items.some(({ itemId }) => itemId === what.itemId) === true
  return { stars, has, toggle: (what) => (has(what) ? removing : adding).mutate(what) }
}
