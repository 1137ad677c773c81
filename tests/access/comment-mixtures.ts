import { refused, type Mixture } from './mixture.ts'

/** Calls that answer in a thread of another page. */
export const COMMENT_MIXTURES: readonly Mixture[] = [
  refused('comment.add', 'my page, their thread', (mine, theirs) => ({
    pageId: mine.pageId,
    threadId: theirs.commentId,
    text: 'changed',
  })),
  refused('comment.add', 'their page, my thread', (mine, theirs) => ({
    pageId: theirs.pageId,
    threadId: mine.commentId,
    text: 'changed',
  })),
]
