import type { Context } from '../context.ts'
import { isRefusal, type ErrorKind } from '../errors.ts'
import { extensionPoint } from '../extension.ts'

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

/** The threads of all sources. A page that went meanwhile has none; what else goes wrong ends the export. */
export async function threadsOf(ctx: Context, pageId: number): Promise<readonly ExportedThread[]> {
  const threads: ExportedThread[] = []
  for (const source of ctx.services.extensions(threadSources)) {
    try {
      threads.push(...(await source(ctx, pageId)))
    } catch (error) {
      if (!isRefusal(error) || !GONE.has(error.kind)) throw error
    }
  }
  return threads
}
