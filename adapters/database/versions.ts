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
const insert = statement(
  'versions.insert',
  `insert into page_version (page_id, revision, title, content, author_id, saved_at, comment)
   values ($1, $2, $3, $4, $5, $6, $7)`,
)
const prune = statement(
  'versions.prune',
  `delete from page_version where page_id = $1
   and id <= (select id from page_version where page_id = $1 order by id desc offset $2 limit 1)`,
)

export const versionsOn = (session: Session): PageVersions => ({
  async ofPage(pageId) {
    return (await session.all(ofPage, [pageId])).map(toVersion)
  },
  async byId(pageId, versionId) {
    const row = await session.first(byId, [pageId, versionId])
    return row && toVersion(row)
  },
  async insert({ pageId, revision, title, content, authorId, savedAt, comment }) {
    await session.run(insert, [pageId, revision, title, content, authorId, savedAt, comment])
  },
  async setComment(pageId, id, comment) {
    await session.orm().nativeUpdate(PageVersionRows, { id, pageId }, { comment })
  },
  async prune(pageId, count) {
    await session.run(prune, [pageId, count])
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
