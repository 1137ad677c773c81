import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { marked, maySearch, wordsOf, type TextPart } from '#core/page/search.ts'
import { api } from '#web/api/trpc.ts'

const PAUSE_MS = 150

/** The item searched by default. */
export interface SearchedItem {
  readonly itemId: number
  readonly itemName: string
  /** Its address, for opening results. */
  readonly path: string
  /** Whether its settings are open to the caller. */
  readonly canManage: boolean
}

/** A page, or a result of a plugin. */
export interface FoundPage {
  /** The item of the page; '' for a plugin's result without one. */
  readonly itemName: string
  /** The heading of a plugin's results; null for pages. */
  readonly source: string | null
  readonly path: string
  /** Names of the catalogs above a page, from the first level down. */
  readonly catalogPath: readonly string[]
  /** Who wrote a plugin's result; '' when that is not known. */
  readonly authorName: string
  /** When; null when that is not known. */
  readonly at: string | null
  readonly titleParts: readonly TextPart[]
  readonly contentParts: readonly TextPart[]
}
export interface Found {
  readonly state: 'short' | 'searching' | 'nothing' | 'failed' | 'offline' | 'found'
  /** False while these are the pages found with the text before. */
  readonly isSettled: boolean
  /** False while plugins still look for the text, or what they found is from the text before. */
  readonly isWhole: boolean
  readonly pages: readonly FoundPage[]
}

interface Where {
  /** Null when searching everywhere. */
  readonly item: SearchedItem | null
  readonly isEverywhere: boolean
  readonly isLoggedIn: boolean
}

/** Search results for the typed text. Visitors search the menu of the item, without excerpts. */
export function useFound(keyword: string, { item, isEverywhere, isLoggedIn }: Where): Found {
  const itemId = isEverywhere || item === null ? 0 : item.itemId
  const isLongEnough = maySearch(keyword)
  // It waits for the connection, and says so at once.
  const quietly = { meta: { isQuiet: true }, placeholderData: keepPreviousData, networkMode: 'online' as const }
  const search = api.item.search.useQuery({ keyword, itemId }, { ...quietly, enabled: isLongEnough && isLoggedIn })
  const menu = api.item.info.useQuery(
    { itemId, keyword },
    { ...quietly, enabled: isLongEnough && !isLoggedIn && itemId !== 0 },
  )
  // Requested afterwards: simultaneous calls are batched, and the pages would wait for a slow plugin.
  const arePagesThere = search.isSuccess && !search.isPlaceholderData
  const elsewhere = api.page.findElsewhere.useQuery(
    { keyword, itemId },
    { ...quietly, enabled: isLongEnough && isLoggedIn && arePagesThere },
  )
  if (!isLongEnough) return { state: 'short', pages: [], isSettled: true, isWhole: true }
  const asked = isLoggedIn ? search : menu
  const isSettled = hasAnswer(asked)
  // Without a connection the answer may never come, and pages of the text before are no answer.
  if (!isSettled && isPaused(asked)) return { state: 'offline', pages: [], isSettled: true, isWhole: true }
  if (asked.error) return { state: 'failed', pages: [], isSettled, isWhole: isSettled }
  const isWhole = isSettled && (!isLoggedIn || hasAnswer(elsewhere) || isPaused(elsewhere))
  const pages: readonly FoundPage[] = isLoggedIn
    ? (search.data?.pages ?? []).map((page) => ({
        ...page,
        ...OF_PAGES,
        path: page.itemId === item?.itemId ? `${item.path}/${page.pageId}` : `/${page.itemId}/${page.pageId}`,
      }))
    : (menu.data?.menu.pages ?? []).map(({ pageId, pageTitle }) => ({
        itemName: item?.itemName ?? '',
        ...OF_PAGES,
        path: `${item?.path ?? ''}/${pageId}`,
        catalogPath: [],
        titleParts: marked(pageTitle, wordsOf(keyword)),
        contentParts: [],
      }))
  if (asked.isPending) return { state: 'searching', pages: [], isSettled, isWhole }
  const beside = (isLoggedIn ? (elsewhere.data?.sources ?? []) : []).flatMap(({ title, hits }) =>
    hits.map((hit) => ({ ...hit, source: title, catalogPath: [] })),
  )
  const all = [...pages, ...beside]
  return { state: all.length === 0 ? 'nothing' : 'found', pages: all, isSettled, isWhole }
}

const OF_PAGES = { source: null, authorName: '', at: null }

interface Asked {
  readonly isPending: boolean
  readonly isPlaceholderData: boolean
  readonly fetchStatus: string
}
/** Whether the text of now was answered, be it with a refusal. */
const hasAnswer = ({ isPending, isPlaceholderData }: Asked): boolean => !isPending && !isPlaceholderData
/** Whether it waits for a connection. */
const isPaused = ({ fetchStatus }: Asked): boolean => fetchStatus === 'paused'

/** The typed text, after a pause. */
export function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return paused
}
