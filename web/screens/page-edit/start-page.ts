import { api } from '#web/api/trpc.ts'
import type { PageDraft } from '#web/editor/drafts.ts'

/** What the editor starts with. */
export interface StartPage {
  /** 0 for a new page. */
  readonly pageId: number
  readonly page: PageDraft
  /** Null for a new page. */
  readonly revision: number | null
}

const FRESH = { staleTime: 0, gcTime: 0, refetchOnReconnect: false, meta: { isQuiet: true } } as const

/** The page of the address, a copy of another page, or an empty one. */
export function useStartPage(itemId: number, pageId: number, search: URLSearchParams) {
  const copiedId = Number(search.get('copy_page_id') ?? 0)
  const source = pageId || copiedId
  const stored = api.page.info.useQuery({ pageId: source }, { ...FRESH, enabled: source > 0 })
  const start: StartPage | null =
    source === 0
      ? emptyPage(Number(search.get('cat_id') ?? 0))
      : stored.data
        ? {
            pageId,
            page: {
              title: stored.data.pageTitle,
              content: stored.data.pageContent,
              // A catalog of another item is no place for a copy.
              catalogId: stored.data.itemId === itemId ? stored.data.catId : 0,
            },
            revision: pageId === 0 ? null : stored.data.revision,
          }
        : null
  // An answer of an earlier visit may be older than the page.
  const isReady = source === 0 || (stored.isFetchedAfterMount && !stored.isError)
  return {
    start: isReady ? start : null,
    /** Where the page belongs, whatever the address says; null for a new page. */
    ownItemId: isReady && pageId > 0 ? (stored.data?.itemId ?? null) : null,
    error: stored.error,
    retry: () => void stored.refetch(),
    /** Ends when the page was read again. */
    reload: async () => {
      await stored.refetch()
    },
  }
}

const emptyPage = (catalogId: number): StartPage => ({
  pageId: 0,
  page: { title: '', content: '', catalogId: Number.isSafeInteger(catalogId) && catalogId > 0 ? catalogId : 0 },
  revision: null,
})
