import { excerptOf, type FoundDocument, type SearchSource, type SourceHit } from '#core/plugin.ts'
import type { Comment } from './comment.ts'
import type { Commenters } from './commenters.ts'
import { commentersOf, takesPart, takesPartSomewhere } from './who-comments.ts'

const MOST = 20
/** So that the match is in the first line on a narrow screen. */
const AROUND = { before: 30, after: 170 }

/** Comments that contain the words, in resolved threads as well, for those who see the comments of their page. */
export const foundComments: SearchSource = {
  id: 'comments',
  title: { en: 'Comment', 'zh-cn': '评论' },
  async find(ground, { words }) {
    const known = new Map<number, Commenters>()
    const hits: SourceHit[] = []
    for await (const found of ground.found<Comment>('comments.comment')) {
      const { itemId } = found.page
      const commenters = known.get(itemId) ?? (await commentersOf(ground, itemId))
      known.set(itemId, commenters)
      if (takesPart(found.page, commenters)) hits.push(hitOf(found, words))
      else if (!takesPartSomewhere(found.page, commenters)) found.leaveItem()
      if (hits.length === MOST) break
    }
    return hits
  },
}

const hitOf = ({ document: { id, at, data }, page }: FoundDocument<Comment>, words: readonly string[]): SourceHit => ({
  pageId: page.pageId,
  title: page.title,
  excerpt: excerptOf(data.text, words, AROUND),
  path: `/${page.itemId}/${page.pageId}#comment-${id}`,
  authorId: data.authorId,
  at,
})
