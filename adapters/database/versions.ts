import type { PageVersion } from '#core/page/version.ts'
import type { PageVersions } from '#core/ports/store.ts'
import { boolean, text, type RowOf } from './column-types.ts'
import { columnsOf } from './columns.ts'
import { PageVersionRows } from './rows.ts'
import { statement, type Session } from './session.ts'

const { content, ...HEAD_OF_VERSION } = PageVersionRows.columns
const HEAD = { ...HEAD_OF_VERSION, authorUsername: text }
const WHOLE = { ...HEAD, content }
type AuthoredVersion = PageVersion & { readonly authorUsername: string }

const AUTHORED = `select ${columnsOf(PageVersionRows, 'v')}, coalesce(u.username, '') as "authorUsername"
   from page_version v left join "user" u on u.id = v.author_id`

const headsOf = statement(
  'versions.headsOf',
  `select v.id, v.page_id as "pageId", v.revision, v.title, v.catalog_id as "catalogId", v.author_id as "authorId",
     v.saved_at as "savedAt", v.comment, coalesce(u.username, '') as "authorUsername"
   from page_version v left join "user" u on u.id = v.author_id where v.page_id = $1 order by v.id desc`,
  HEAD,
)
const ofPage = statement('versions.ofPage', `${AUTHORED} where v.page_id = $1 order by v.id desc`, WHOLE)
// The length is available without reading the text.
const newestTexts = statement(
  'versions.newestTexts',
  `select v.*, case when v."isTextOmitted" then '' else w.content end as content from (
     select v.id, v.page_id as "pageId", v.revision, v.title, v.catalog_id as "catalogId", v.author_id as "authorId",
       v.saved_at as "savedAt", v.comment, coalesce(u.username, '') as "authorUsername",
       sum(octet_length(v.content)) over (order by v.id desc) > $2 as "isTextOmitted"
     from page_version v left join "user" u on u.id = v.author_id where v.page_id = $1
   ) v join page_version w on w.id = v.id order by v.id desc`,
  { ...WHOLE, isTextOmitted: boolean },
)
const byId = statement('versions.byId', `${AUTHORED} where v.page_id = $1 and v.id = $2`, WHOLE)
// The versions to delete are selected before this one is added.
const keep = statement(
  'versions.keep',
  `with added as (
     insert into page_version (page_id, revision, title, content, author_id, saved_at, comment, catalog_id)
     values ($1, $2, $3, $4, $5, $6, $7, $9)
   )
   delete from page_version where page_id = $1
   and id <= (select id from page_version where page_id = $1 order by id desc offset $8::integer - 1 limit 1)`,
)

export const versionsOn = (session: Session): PageVersions => ({
  async headsOf(pageId) {
    return (await session.all(headsOf, [pageId])).map(toHead)
  },
  async ofPage(pageId) {
    return (await session.all(ofPage, [pageId])).map(toVersion)
  },
  async newestTexts(pageId, bytes) {
    const rows = await session.all(newestTexts, [pageId, bytes])
    return rows.map((row) => ({ ...toVersion(row), isTextOmitted: row.isTextOmitted }))
  },
  async byId(pageId, versionId) {
    const row = await session.first(byId, [pageId, versionId])
    return row && toVersion(row)
  },
  async keep({ pageId, revision, title, catalogId, content, authorId, savedAt, comment }, count) {
    await session.send(keep, [pageId, revision, title, content, authorId, savedAt, comment, count, catalogId])
  },
  async setComment(pageId, id, comment, former) {
    const known = former === null ? {} : { comment: former }
    return (await session.orm().nativeUpdate(PageVersionRows, { id, pageId, ...known }, { comment })) > 0
  },
})

const toVersion = (row: RowOf<typeof WHOLE>): AuthoredVersion => ({ ...toHead(row), content: row.content })

const toHead = (row: RowOf<typeof HEAD>): Omit<AuthoredVersion, 'content'> => ({
  id: row.id,
  pageId: row.pageId,
  revision: row.revision,
  title: row.title,
  catalogId: row.catalogId,
  authorId: row.authorId,
  savedAt: row.savedAt,
  comment: row.comment,
  authorUsername: row.authorUsername,
})
