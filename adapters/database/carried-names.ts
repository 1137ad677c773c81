import { AttachmentRows } from './attachment-rows.ts'
import { integer, text } from './column-types.ts'
import { ItemRows } from './rows.ts'
import { statement, type Session } from './session.ts'

/** Names and remarks of rows imported earlier, which the other system may have changed since, or given to others. */
export interface CarriedNames {
  /** The comments of these versions, as far as they exist. */
  commentsOf(versionIds: readonly number[]): Promise<ReadonlyMap<number, string>>
  /** Replaces comments that are still the former ones. @returns ids of the versions that have theirs now */
  changeComments(
    comments: readonly { readonly id: number; readonly comment: string; readonly former: string }[],
  ): Promise<readonly number[]>
  /** Gives a file another name. */
  renameFile(attachmentId: number, displayName: string): Promise<void>
  /** Takes the usernames and e-mail addresses of accounts away, for others to get them: the caller gives them new ones. */
  freeNames(userIds: readonly number[]): Promise<void>
  /** Takes its domain away. */
  freeDomain(itemId: number): Promise<void>
}

const commentsOf = statement(
  'carried.commentsOf',
  'select id, comment from page_version where id = any($1::integer[])',
  { id: integer, comment: text },
)
const changeComments = statement(
  'carried.changeComments',
  `update page_version v set comment = c.comment
   from unnest($1::integer[], $2::text[], $3::text[]) c (id, comment, former)
   where v.id = c.id and v.comment = c.former
   returning v.id`,
  { id: integer },
)
const freeNames = statement(
  'carried.freeNames',
  `update "user" set username = gen_random_uuid()::text, email = null where id = any($1::integer[])`,
)

export const carriedNamesOn = (session: Session): CarriedNames => ({
  async commentsOf(versionIds) {
    return new Map((await session.all(commentsOf, [versionIds])).map(({ id, comment }) => [id, comment]))
  },
  async changeComments(comments) {
    const values = [comments.map(({ id }) => id), comments.map(({ comment }) => comment)]
    const changed = await session.all(changeComments, [...values, comments.map(({ former }) => former)])
    return changed.map(({ id }) => id)
  },
  async renameFile(attachmentId, displayName) {
    await session.orm().nativeUpdate(AttachmentRows, { id: attachmentId }, { displayName })
  },
  async freeNames(userIds) {
    await session.run(freeNames, [userIds])
  },
  async freeDomain(itemId) {
    await session.orm().nativeUpdate(ItemRows, { id: itemId }, { domain: null })
  },
})
