import { z } from 'zod'
import type { Title } from '../account/login-methods.ts'
import { isSitePath } from '../addresses.ts'
import { readablePages } from '../access/doors.ts'
import type { Context } from '../context.ts'
import { isRefusal } from '../errors.ts'
import { extensionPoint } from '../extension.ts'
import type { Language } from '../language.ts'
import { wholeServices } from '../open-services.ts'
import type { Store } from '../ports/store.ts'
import { id, line, text } from '../schema.ts'
import { withinTime } from '../within-time.ts'

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
    path: z.string().max(2_000).refine(isSitePath),
  }),
)

export interface FoundElsewhere {
  readonly source: SearchSource
  readonly hits: readonly SourceHit[]
}

/** The results for the caller, in the order of the plugins; sources without results are left out. */
export async function foundElsewhere(ctx: Context, question: SearchQuestion): Promise<readonly FoundElsewhere[]> {
  const found = await Promise.all(
    wholeServices(ctx.services)
      .extensions(searchSources)
      .map(async (source) => ({ source, hits: await hitsOf(ctx, source, question) })),
  )
  return found.filter(({ hits }) => hits.length > 0)
}

async function hitsOf(ctx: Context, source: SearchSource, question: SearchQuestion): Promise<readonly SourceHit[]> {
  const { documents, settings } = ctx.store
  // Each source has its own, so that none can change what the next one is asked.
  const asked: SearchQuestion = { ...question, words: [...question.words] }
  const ground: SearchGround = {
    store: { documents, settings },
    readablePages: (pageIds) => readablePages(ctx, pageIds),
  }
  try {
    const limitMs = Math.min(source.limitMs ?? LIMIT_MS, LIMIT_MS)
    const what = `the search source ${source.id}`
    const found: unknown = await withinTime(what, limitMs, (signal) => source.find(ground, asked, signal))
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
async function readableOf(ctx: Context, hits: readonly SourceHit[]): Promise<readonly SourceHit[]> {
  const pageIds = hits.flatMap(({ pageId }) => pageId ?? [])
  const readable = new Set(await readablePages(ctx, [...new Set(pageIds)]))
  return hits.filter(({ pageId }) => pageId === null || readable.has(pageId))
}
