import { api } from '#web/api/trpc.ts'
import type { PageDraft } from '#web/editor/drafts.ts'
import { MARKDOWN } from '#web/editor/markdown-faces.tsx'
import { useContributions, usePluginsAreSettled } from '#web/extensions/contributions.ts'
import { pageFaces, type PageFaces } from '#web/extensions/points.ts'

/** The initial content of the editor. */
export interface StartPage {
  /** 0 for a new page. */
  readonly pageId: number
  readonly page: PageDraft
  /** Null for a new page. */
  readonly revision: number | null
  /** The id of its kind. */
  readonly kind: string
  /** The names of the plugins it may need, and that are not running. */
  readonly missingPlugins?: string
}

const FRESH = { staleTime: 0, gcTime: 0, refetchOnReconnect: false, meta: { isQuiet: true } } as const

/** The page at the address, a copy of another page, or an empty one. */
export function useStartPage(itemId: number, itemType: string | undefined, pageId: number, search: URLSearchParams) {
  const copiedId = Number(search.get('copy_page_id') ?? 0)
  const source = pageId || copiedId
  const stored = api.page.info.useQuery({ pageId: source }, { ...FRESH, enabled: source > 0 })
  const types = api.item.types.useQuery({}, { enabled: source === 0, meta: { isQuiet: true } })
  const wished = useWishedKind(search.get('kind'))
  const begun = wished.begun ?? types.data?.find((offered) => offered.itemType === itemType)
  const start: StartPage | null =
    source === 0
      ? types.data && itemType !== undefined && wished.isKnown
        ? emptyPage(catalogIn(search), begun)
        : null
      : stored.data
        ? {
            pageId,
            page: {
              title: stored.data.pageTitle,
              content: stored.data.pageContent,
              // A copy cannot be in a catalog of another item.
              catalogId: stored.data.itemId === itemId ? stored.data.catalogId : 0,
            },
            revision: pageId === 0 ? null : stored.data.revision,
            kind: stored.data.kind,
            missingPlugins: stored.data.missingPlugins,
          }
        : null
  // A cached response may be older than the page.
  const isReady = source === 0 || (stored.isFetchedAfterMount && !stored.isError)
  return {
    start: isReady ? start : null,
    /** The item of the page, whatever the address says; null for a new page. */
    ownItemId: isReady && pageId > 0 ? (stored.data?.itemId ?? null) : null,
    error: stored.error ?? types.error,
    retry: () => void (source === 0 ? types : stored).refetch(),
    /** Resolves when the page has been reloaded. */
    reload: async () => {
      await stored.refetch()
    },
  }
}

/** The catalog for a new page; older addresses have its name on REST. */
export const catalogIn = (search: URLSearchParams): number =>
  Number(search.get('catalogId') ?? search.get('cat_id') ?? 0)

/** The initial content of the kind named in the address; nothing for a missing or unknown kind. */
function useWishedKind(kind: string | null): { readonly begun: Begun; readonly isKnown: boolean } {
  const faces = useContributions(pageFaces)
  const isSettled = usePluginsAreSettled()
  if (kind === null) return { begun: undefined, isKnown: true }
  const found = faces.find(({ value }) => value.kind === kind)?.value
  return { begun: found && begunAs(found), isKnown: isSettled }
}

/** A plugin may fail here, or give no text, and a page can be begun all the same. */
function begunAs({ kind, begins }: PageFaces): Begun {
  try {
    const pageContent: unknown = begins?.()
    if (pageContent !== undefined && typeof pageContent !== 'string')
      throw new TypeError(`a page of the kind ${kind} begins with what is no text`)
    return pageContent === undefined ? undefined : { kind, pageContent }
  } catch (error) {
    reportError(error)
    return undefined
  }
}

type Begun = { readonly kind: string; readonly pageContent: string } | undefined

const emptyPage = (catalogId: number, begun: Begun): StartPage => ({
  pageId: 0,
  kind: begun?.kind ?? MARKDOWN,
  page: {
    title: '',
    content: begun?.pageContent ?? '',
    catalogId: Number.isSafeInteger(catalogId) && catalogId > 0 ? catalogId : 0,
  },
  revision: null,
})

/** A new page is empty: without a title and text it must not be saved. */
export const isBlank = ({ title, content }: PageDraft, begun: PageDraft): boolean =>
  title.trim() === '' && (content.trim() === '' || content === begun.content)
