import { z } from 'zod'
import type { Title } from '../account/login-methods.ts'
import { isSitePath } from '../addresses.ts'
import { readablePages, readablePlaces } from '../access/doors.ts'
import type { Context } from '../context.ts'
import { isRefusal } from '../errors.ts'
import { extensionPoint } from '../extension.ts'
import type { Language } from '../language.ts'
import type { OpenAccountId, OpenItemId } from '../opened-id.ts'
import { wholeServices } from '../open-services.ts'
import type { SearchScope } from '../ports/search-scope.ts'
import type { Store } from '../ports/store.ts'
import { id, idOrNone, line, text } from '../schema.ts'
import { madeByProduct } from '../seen-less.ts'
import { withinTime } from '../within-time.ts'
import { foundDocuments, type FoundDocument } from './found-documents.ts'

export interface SearchQuestion {
  /** Lower-case words without duplicates; results contain all of them. */
  readonly words: readonly string[]
  /** The item searched in; null for everywhere. */
  readonly itemId: number | null
  readonly userId: number
  readonly language: Language
}

/** What a source can access: its documents and settings, and for pages only whether the caller may read them. */
export interface SearchGround {
  readonly store: Pick<Store, 'documents' | 'settings'>
  /** Those of the pages that the caller may read; ask this first. */
  readablePages(pageIds: readonly number[]): Promise<readonly number[]>
  /**
   * Documents of a collection of the plugin that contain every word in their `searchedText`, on pages that the caller
   * may read, in the item searched or in all of the caller's items; newest first. It ends after a thousand.
   */
  found<T extends object>(collection: string): AsyncIterable<FoundDocument<T>>
}

export interface SourceHit {
  /**
   * The page it belongs to: only people who may read that see the result. Null for results that everybody with an
   * account may see.
   */
  readonly pageId: number | null
  readonly title: string
  /** The text around the match; '' for none. */
  readonly excerpt: string
  /** The account that wrote it, whose name is shown. */
  readonly authorId?: number
  /** When it was written. */
  readonly at?: Date
  /** Where it opens: a path of this site. */
  readonly path: string
}

/** Finds things that the page search does not cover. */
export interface SearchSource {
  /** Unique among sources. */
  readonly id: string
  /** Heading of its results. */
  readonly title: Title
  /** Time limit in milliseconds; 1,000 when left out, which is also the maximum. */
  readonly limitMs?: number
  /** Best results first; twenty are shown. Errors and late results are logged and ignored. */
  find(ground: SearchGround, question: SearchQuestion, signal: AbortSignal): Promise<readonly SourceHit[]>
}

const LIMIT_MS = 1_000
/** Less than the limit: a source that heeds its signal ends at it. */
const HANG_MS = 900

export const searchSources = extensionPoint<SearchSource>('searchSources', { isLimitedByCore: true, hangMs: HANG_MS })

const HITS = 20

const Hits = z.array(
  z.object({
    pageId: id().nullable(),
    title: line(500).min(1),
    excerpt: text(2_000),
    authorId: idOrNone().optional(),
    at: z.date().optional(),
    path: z.string().max(2_000).refine(isSitePath),
  }),
)

export interface FoundElsewhere {
  readonly source: SearchSource
  readonly hits: readonly ReadableHit[]
}
interface ReadableHit extends SourceHit {
  /** The item of its page; '' for none. */
  readonly itemName: string
}

interface Asked {
  readonly question: SearchQuestion
  readonly scope: SearchScope<OpenItemId, OpenAccountId>
}

/** The results for the caller, in the order of the plugins; sources without results are left out. */
export async function foundElsewhere(ctx: Context, asked: Asked): Promise<readonly FoundElsewhere[]> {
  const found = await Promise.all(
    wholeServices(ctx.services)
      .extensions(searchSources)
      .map(async (source) => ({ source, hits: await hitsOf(ctx, source, asked) })),
  )
  return found.filter(({ hits }) => hits.length > 0)
}

async function hitsOf(ctx: Context, source: SearchSource, { question, scope }: Asked): Promise<readonly ReadableHit[]> {
  const { documents, settings } = ctx.store
  const { words } = question
  // Each source has its own, so that none can change what the next one is asked.
  const asked: SearchQuestion = { ...question, words: [...words] }
  const groundUntil = (signal: AbortSignal): SearchGround => ({
    store: madeByProduct({ documents, settings }),
    readablePages: (pageIds) => readablePages(ctx, pageIds),
    found: (collection) => foundDocuments(ctx, { collection, words, scope, signal }),
  })
  try {
    const limitMs = Math.min(source.limitMs ?? LIMIT_MS, LIMIT_MS)
    const what = `the search source ${source.id}`
    const found: unknown = await withinTime(what, limitMs, (signal) => source.find(groundUntil(signal), asked, signal))
    // Looking through a million of them takes longer than the source may.
    const hits = Hits.parse(Array.isArray(found) ? found.slice(0, MOST_LOOKED_AT) : found)
    return (await readableOf(ctx, hits)).slice(0, HITS)
  } catch (error) {
    // It rests, or its plugin was switched off meanwhile: both were logged when they began.
    if (isRefusal(error) && error.kind === 'notAvailable') return []
    ctx.services.log.error(`the search source ${source.id} is left out`, error)
    return []
  }
}

const MOST_LOOKED_AT = 1_000

/** Checked here again, whatever the source has checked. */
async function readableOf(ctx: Context, hits: readonly SourceHit[]): Promise<readonly ReadableHit[]> {
  const pageIds = hits.flatMap(({ pageId }) => pageId ?? [])
  const places = await readablePlaces(ctx, [...new Set(pageIds)])
  const itemNames = new Map(places.map(({ pageId, itemName }) => [pageId, itemName]))
  return hits.flatMap((hit) => {
    const itemName = hit.pageId === null ? '' : itemNames.get(hit.pageId)
    return itemName === undefined ? [] : [{ ...hit, itemName }]
  })
}
