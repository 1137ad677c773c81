import type { CarriedThread, Carrier } from '#core/plugin.ts'
import { bytesOf, commentsIn, FRESH, type Comment } from './comment.ts'
import { commentLimits } from './limits.ts'

/** Imports page comments of another system, each reply in its thread. */
export const carryThread: Carrier<CarriedThread> = async (ctx, { pageId, answers, ...first }) => {
  const comments = commentsIn(ctx)
  if ([first, ...answers].some(({ text }) => text.length > commentLimits.text))
    return {
      en: `a text of its thread is longer than ${commentLimits.text} characters, as long as comments may be`,
      'zh-cn': `这组评论中有文字超过 ${commentLimits.text} 个字符，这是评论的上限`,
    }
  if ((await comments.count({ pageId })) + 1 + answers.length > commentLimits.perPage)
    return {
      en: `a page has ${commentLimits.perPage} comments at most`,
      'zh-cn': `一个页面最多有 ${commentLimits.perPage} 条评论`,
    }
  const put = (said: CarriedThread['answers'][number], inThread: number) => {
    const data = dataOf(said, inThread)
    return comments.put({
      pageId,
      at: said.at,
      data,
      bytes: bytesOf(data),
      authorId: data.authorId,
      searchedText: data.text,
    })
  }
  const { id: threadId } = await put(first, 0)
  for (const answer of answers) await put(answer, threadId)
  return null
}

const dataOf = ({ authorId, text }: CarriedThread['answers'][number], threadId: number): Comment => ({
  ...FRESH,
  ...{ authorId, text, threadId, anchor: null },
})
