import { z } from 'zod'
import type { Title } from '../account/login-methods.ts'
import { isSitePath } from '../addresses.ts'
import { readablePages } from '../access/doors.ts'
import type { Context } from '../context.ts'
import { extensionPoint } from '../extension.ts'
import type { Language } from '../language.ts'
import type { Store } from '../ports/store.ts'
import { id, line, text } from '../schema.ts'
import { withinTime } from '../within-time.ts'

export interface SearchQuestion {
  /** In lower case, each once; what is found has all of them. */
  readonly words: readonly string[]
  /** Where people search; null for everywhere. */
  readonly itemId: number | null
  readonly userId: number
  readonly language: Language
}

/** What a source may look at: records of plugins and settings, and of pages no more than which ones the caller may read. */
export interface SearchGround {
  readonly store: Pick<Store, 'documents' | 'settings'>
  /** Those of the pages that the caller may read; ask before anything else is done for them. */
  readablePages(pageIds: readonly number[]): Promise<readonly number[]>
}

export interface SourceHit {
  /** The page it belongs to: nobody who may not read that is told. Null for what everybody with an account may know. */
  readonly pageId: number | null
  readonly title: string
  /** The text around what was found; '' for none. */
  readonly excerpt: string
  /** Where it opens: a path of this site. */
  readonly path: string
}

/** Finds what the search over pages does not. */
export interface SearchSource {
  /** Unique among sources. */
  readonly id: string
  /** Stands beside what it finds. */
  readonly title: Title
  /** Is left out after so many milliseconds; 1,000 when left out, and never more. */
  readonly limitMs?: number
  /** The best first; twenty are shown. What it throws, and what comes too late, is logged and left out. */
  find(ground: SearchGround, question: SearchQuestion, signal: AbortSignal): Promise<readonly SourceHit[]>
}

export const searchSources = extensionPoint<SearchSource>('searchSources', { isLimitedByCore: true })

const LIMIT_MS = 1_000
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

/** What the sources find for the caller, in the order of their plugins; those that find nothing are left out. */
export async function foundElsewhere(ctx: Context, question: SearchQuestion): Promise<readonly FoundElsewhere[]> {
  const found = await Promise.all(
    ctx.services
      .extensions(searchSources)
      .map(async (source) => ({ source, hits: await hitsOf(ctx, source, question) })),
  )
  return found.filter(({ hits }) => hits.length > 0)
}

async function hitsOf(ctx: Context, source: SearchSource, question: SearchQuestion): Promise<readonly SourceHit[]> {
  const { documents, settings } = ctx.store
  const ground: SearchGround = {
    store: { documents, settings },
    readablePages: (pageIds) => readablePages(ctx, pageIds),
  }
  try {
    const limitMs = Math.min(source.limitMs ?? LIMIT_MS, LIMIT_MS)
    const what = `the search source ${source.id}`
    const hits = Hits.parse(await withinTime(what, limitMs, (signal) => source.find(ground, question, signal)))
    return (await readableOf(ctx, hits.slice(0, MOST_LOOKED_AT))).slice(0, HITS)
  } catch (error) {
    ctx.services.log.error(`the search source ${source.id} is left out`, error)
    return []
  }
}

const MOST_LOOKED_AT = 1_000

/** Decided here once more, whatever the source has asked. */
async function readableOf(ctx: Context, hits: readonly SourceHit[]): Promise<readonly SourceHit[]> {
  const pageIds = hits.flatMap(({ pageId }) => pageId ?? [])
  const readable = new Set(await readablePages(ctx, [...new Set(pageIds)]))
  return hits.filter(({ pageId }) => pageId === null || readable.has(pageId))
}
