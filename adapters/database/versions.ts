import type { PageVersion } from '#core/page/version.ts'
import type { PageVersions } from '#core/ports/store.ts'
import { columnsOf } from './columns.ts'
import { PageVersionRows, type PageVersionRow } from './rows.ts'
import { statement, type Session } from './session.ts'

type AuthoredRow = PageVersionRow & { readonly authorUsername: string }
type AuthoredVersion = PageVersion & { readonly authorUsername: string }

const AUTHORED = `select ${columnsOf(PageVersionRows, 'v')}, coalesce(u.username, '') as "authorUsername"
   from page_version v left join "user" u on u.id = v.author_id`

const ofPage = statement<AuthoredRow>('versions.ofPage', `${AUTHORED} where v.page_id = $1 order by v.id desc`)
const byId = statement<AuthoredRow>('versions.byId', `${AUTHORED} where v.page_id = $1 and v.id = $2`)
// What it deletes is chosen among the versions before this one.
const keep = statement(
  'versions.keep',
  `with added as (
     insert into page_version (page_id, revision, title, content, author_id, saved_at, comment)
     values ($1, $2, $3, $4, $5, $6, $7)
   )
   delete from page_version where page_id = $1
   and id <= (select id from page_version where page_id = $1 order by id desc offset $8::integer - 1 limit 1)`,
)

export const versionsOn = (session: Session): PageVersions => ({
  async ofPage(pageId) {
    return (await session.all(ofPage, [pageId])).map(toVersion)
  },
  async byId(pageId, versionId) {
    const row = await session.first(byId, [pageId, versionId])
    return row && toVersion(row)
  },
  async keep({ pageId, revision, title, content, authorId, savedAt, comment }, count) {
    await session.run(keep, [pageId, revision, title, content, authorId, savedAt, comment, count])
  },
  async setComment(pageId, id, comment) {
    await session.orm().nativeUpdate(PageVersionRows, { id, pageId }, { comment })
  },
})

const toVersion = (row: AuthoredRow): AuthoredVersion => ({
  id: row.id,
  pageId: row.pageId,
  revision: row.revision,
  title: row.title,
  content: row.content,
  authorId: row.authorId,
  savedAt: row.savedAt,
  comment: row.comment,
  authorUsername: row.authorUsername,
})
