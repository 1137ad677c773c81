import { z } from 'zod'
import type { Context } from '../context.ts'
import { DomainError, isRefusal, PASSING, type ErrorKind } from '../errors.ts'
import { extensionPoint } from '../extension.ts'
import type { Language } from '../language.ts'
import { wholeServices } from '../open-services.ts'

/** What somebody said of a page. */
export interface ExportedComment {
  /** What the person is called; '' when the account is gone. */
  readonly author: string
  readonly text: string
  readonly at: Date
}
/** What was said of one thing, in its order. */
export interface ExportedThread {
  /** The passage it is about; '' for the page as a whole. */
  readonly quote: string
  readonly isResolved: boolean
  /** At least one. */
  readonly comments: readonly ExportedComment[]
}

/** What was said of a page as far as the caller may read it, the oldest thread first. */
export type ThreadSource = (ctx: Context, pageId: number) => Promise<readonly ExportedThread[]>
export const threadSources = extensionPoint<ThreadSource>('threadSources')

/** What `openPage` says of a page that went meanwhile, or may not be read any more. */
const GONE: ReadonlySet<ErrorKind> = new Set(['notFound', 'notAllowed', 'itemClosed', 'loginRequired'])

const MOST_ENTRIES = 10_000
const LONGEST_TEXT = 100_000
const Threads = z.array(
  z.object({
    quote: z.string().max(LONGEST_TEXT),
    isResolved: z.boolean(),
    comments: z.array(
      z.object({ author: z.string().max(LONGEST_TEXT), text: z.string().max(LONGEST_TEXT), at: z.date() }),
    ),
  }),
)
const Discussed = z.looseObject({ comments: z.custom<readonly unknown[]>(Array.isArray) })

/** Why threads are missing. */
type Gap = 'unread' | 'tooMany'

/**
 * The threads of all sources. A page that went meanwhile has none; where a source fails, gives something else, or more
 * than fits, a note in the export says so.
 */
export async function threadsOf(ctx: Context, pageId: number): Promise<readonly ExportedThread[]> {
  const { services, session } = ctx
  const threads: ExportedThread[] = []
  const gaps = new Set<Gap>()
  for (const source of wholeServices(services).extensions(threadSources)) {
    try {
      const fitting = fittingIn(await answerOf(source, ctx, pageId))
      threads.push(...fitting.threads)
      if (!fitting.isWhole) gaps.add('tooMany')
    } catch (error) {
      if (isRefusal(error) && GONE.has(error.kind)) continue
      gaps.add('unread')
      // Its plugin is off, which was logged when it began.
      if (isRefusal(error) && error.kind === 'notAvailable') continue
      services.log.error('what was said of a page is missing in an export', error)
    }
  }
  return [...threads, ...[...gaps].map((gap) => noteOf(gap, session.language, services.clock.now()))]
}

const PAUSE_MS = 100

/** What passes is tried once more. Where the database is really away, the export itself ends at its next page. */
async function answerOf(source: ThreadSource, ctx: Context, pageId: number): Promise<unknown> {
  try {
    return await source(ctx, pageId)
  } catch (error) {
    if (!(error instanceof DomainError) || !PASSING.has(error.kind)) throw error
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    return source(ctx, pageId)
  }
}

/** The first ones, as many as fit. Cut before they are looked through, which would take long for a million. */
function fittingIn(given: unknown): { readonly threads: readonly ExportedThread[]; readonly isWhole: boolean } {
  if (!Array.isArray(given)) throw new TypeError('a source of comments gave no list')
  const threads: unknown[] = []
  let room = MOST_ENTRIES
  let isWhole = given.length <= MOST_ENTRIES
  for (const thread of given.slice(0, MOST_ENTRIES) as readonly unknown[]) {
    const { comments, ...rest } = Discussed.parse(thread)
    const fitting = comments.slice(0, room)
    room -= fitting.length
    isWhole &&= fitting.length === comments.length
    if (fitting.length > 0) threads.push({ ...rest, comments: fitting })
  }
  return { threads: Threads.parse(threads), isWhole }
}

const AUTHOR: Readonly<Record<Language, string>> = { en: 'Note', 'zh-cn': '说明' }
const MISSING: Readonly<Record<Gap, Readonly<Record<Language, string>>>> = {
  unread: {
    en: 'Comments are missing here: they could not be read during the export.',
    'zh-cn': '此处缺少部分评论：导出时无法读取。',
  },
  tooMany: {
    en: 'Comments are missing here: an export has at most 10,000 of a page.',
    'zh-cn': '此处缺少部分评论：导出文件中每个页面最多包含 10,000 条评论。',
  },
}
const noteOf = (gap: Gap, language: Language, at: Date): ExportedThread => ({
  quote: '',
  isResolved: false,
  comments: [{ author: AUTHOR[language], text: MISSING[gap][language], at }],
})
