import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { marked, maySearch, wordsOf, type TextPart } from '#core/page/search.ts'
import { api } from '#web/api/trpc.ts'

const PAUSE_MS = 150

/** The item in which people search first. */
export interface SearchedItem {
  readonly itemId: number
  readonly itemName: string
  /** Its address, for opening what is found in it. */
  readonly path: string
}

/** A page, or what a plugin finds beside the pages. */
export interface FoundPage {
  /** The item of the page; else what the plugin calls its findings. */
  readonly itemName: string
  readonly isElsewhere: boolean
  readonly path: string
  /** Names of the catalogs of a page, from the first level down. */
  readonly catalogPath: readonly string[]
  readonly titleParts: readonly TextPart[]
  readonly contentParts: readonly TextPart[]
}
export interface Found {
  readonly state: 'short' | 'searching' | 'nothing' | 'failed' | 'found'
  readonly pages: readonly FoundPage[]
}

interface Where {
  /** Null where people search everywhere. */
  readonly item: SearchedItem | null
  readonly isEverywhere: boolean
  readonly isLoggedIn: boolean
}

/** Pages for what was typed. Visitors find by the menu of the item, without the text around. */
export function useFound(keyword: string, { item, isEverywhere, isLoggedIn }: Where): Found {
  const itemId = isEverywhere || item === null ? 0 : item.itemId
  const isLongEnough = maySearch(keyword)
  const quietly = { meta: { isQuiet: true }, placeholderData: keepPreviousData }
  const search = api.item.search.useQuery({ keyword, itemId }, { ...quietly, enabled: isLongEnough && isLoggedIn })
  const menu = api.item.info.useQuery(
    { itemId, keyword },
    { ...quietly, enabled: isLongEnough && !isLoggedIn && itemId !== 0 },
  )
  // Asked for afterwards: calls of one moment travel together, and the pages would wait for a plugin that is late.
  const arePagesThere = search.isSuccess && !search.isPlaceholderData
  const { data: elsewhere } = api.page.findElsewhere.useQuery(
    { keyword, itemId },
    { ...quietly, enabled: isLongEnough && isLoggedIn && arePagesThere },
  )
  if (!isLongEnough) return { state: 'short', pages: [] }
  const asked = isLoggedIn ? search : menu
  if (asked.error) return { state: 'failed', pages: [] }
  const pages: readonly FoundPage[] = isLoggedIn
    ? (search.data?.pages ?? []).map((page) => ({
        ...page,
        isElsewhere: false,
        path: page.itemId === item?.itemId ? `${item.path}/${page.pageId}` : `/${page.itemId}/${page.pageId}`,
      }))
    : (menu.data?.menu.pages ?? []).map(({ pageId, pageTitle }) => ({
        itemName: item?.itemName ?? '',
        isElsewhere: false,
        path: `${item?.path ?? ''}/${pageId}`,
        catalogPath: [],
        titleParts: marked(pageTitle, wordsOf(keyword)),
        contentParts: [],
      }))
  if (asked.isPending) return { state: 'searching', pages: [] }
  const beside = (isLoggedIn ? (elsewhere?.sources ?? []) : []).flatMap(({ title, hits }) =>
    hits.map((hit) => ({ ...hit, itemName: title, isElsewhere: true, catalogPath: [] })),
  )
  const all = [...pages, ...beside]
  return { state: all.length === 0 ? 'nothing' : 'found', pages: all }
}

/** What was typed, at the first pause. */
export function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return paused
}
