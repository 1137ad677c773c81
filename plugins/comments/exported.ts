import type { ThreadSource } from '#core/plugin.ts'
import { discussionView } from './views.ts'
import { discussedPage } from './who-comments.ts'

/** The comments in an export of a page: those the exporting person can see, without deleted ones. */
export const exportedThreads: ThreadSource = async (ctx, pageId) => {
  const { threads } = await discussionView(ctx, await discussedPage(ctx, pageId), { findsPassages: false })
  return threads.flatMap(({ quote, isResolved, comments }) => {
    const said = comments.filter(({ isRemoved }) => !isRemoved)
    if (said.length === 0) return []
    return [{ quote, isResolved, comments: said.map(({ authorName: author, text, at }) => ({ author, text, at })) }]
  })
}
