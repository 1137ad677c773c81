import { MOVED_DRAFT, type FoundDraft, type ListedDraft } from '#core/page/kept-draft.ts'
import type { PageDrafts } from '#core/ports/page-drafts.ts'
import { boolean, integer, orNull, text, type RowOf } from './column-types.ts'
import { PageDraftRows } from './rows.ts'
import { statement, type Session } from './session.ts'

const { content: _content, ...HEAD } = PageDraftRows.columns
const FOUND = {
  ...PageDraftRows.columns,
  baseTitle: orNull(text),
  baseContent: orNull(text),
  formerCatalogId: integer,
}

const isOwn = (id: string): string => `not starts_with(${id}, '${MOVED_DRAFT}')`

// An update does not change the number of drafts; so the one being kept is not counted.
const keep = statement(
  'drafts.keep',
  `with kept as (
     insert into page_draft (user_id, id, page_id, item_id, title, content, catalog_id, base_revision,
       base_catalog_id, kept_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (user_id, id) do update set page_id = excluded.page_id, item_id = excluded.item_id,
       title = excluded.title, content = excluded.content, catalog_id = excluded.catalog_id,
       base_revision = excluded.base_revision, base_catalog_id = excluded.base_catalog_id, kept_at = excluded.kept_at
     where page_draft.kept_at <= excluded.kept_at
   )
   delete from page_draft where user_id = $1 and ${isOwn('$2')} and id in (
     select id from page_draft where user_id = $1 and id <> $2 and ${isOwn('id')}
     order by kept_at desc, id offset $11::integer - 1
   )`,
)
const HEAD_FIELDS = `d.user_id as "userId", d.id, d.page_id as "pageId", d.item_id as "itemId", d.title,
  d.catalog_id as "catalogId", d.base_revision as "baseRevision", d.base_catalog_id as "baseCatalogId",
  d.kept_at as "keptAt"`
const heads = (condition: string): string =>
  `select ${HEAD_FIELDS} from page_draft d where d.user_id = $1 and ${condition} order by d.kept_at desc, d.id`
const headsOfPage = statement('drafts.headsOfPage', heads('d.page_id = $2'), HEAD)
const headsOfNewPages = statement('drafts.headsOfNewPages', heads('d.item_id = $2'), HEAD)

// The base is the current page if nobody has saved it since, otherwise one of its versions.
const found = (condition: string): string =>
  `select ${HEAD_FIELDS}, d.content,
     case when p.revision = d.base_revision then p.title else v.title end as "baseTitle",
     case when p.revision = d.base_revision then p.content else v.content end as "baseContent",
     coalesce(case when p.revision = d.base_revision then p.catalog_id else v.catalog_id end, 0) as "formerCatalogId"
   from page_draft d
   left join page p on p.id = d.page_id
   left join lateral (
     select title, content, catalog_id from page_version where page_id = d.page_id and revision = d.base_revision
     order by id desc limit 1
   ) v on true
   where d.user_id = $1 and ${condition} order by d.kept_at desc, d.id`
const byId = statement('drafts.byId', found('d.id = $2'), FOUND)

const NEWEST = 'over (order by d."keptAt" desc, d.id)'
const listed = (condition: string): string =>
  `select d."userId", d.id, d."pageId", d."itemId", d.title, d."catalogId", d."baseRevision", d."baseCatalogId",
     d."keptAt", d."formerCatalogId", d."isTextOmitted",
     case when d."isTextOmitted" then '' else d.content end as content,
     case when not d."isTextOmitted" then d."baseTitle" end as "baseTitle",
     case when not d."isTextOmitted" then d."baseContent" end as "baseContent"
   from (
     select d.*, row_number() ${NEWEST} > 1
       and sum(octet_length(d.content) + coalesce(octet_length(d."baseContent"), 0)) ${NEWEST} > $3 as "isTextOmitted"
     from (${found(condition)}) d
   ) d order by d."keptAt" desc, d.id`
const LISTED = { ...FOUND, isTextOmitted: boolean }
const ofPage = statement('drafts.ofPage', listed('d.page_id = $2'), LISTED)
const ofNewPages = statement('drafts.ofNewPages', listed('d.item_id = $2'), LISTED)

export const pageDraftsOn = (session: Session): PageDrafts => ({
  async keep({ userId, id, pageId, itemId, title, content, catalogId, ...draft }, most) {
    const { baseRevision, baseCatalogId, keptAt } = draft
    const values = [userId, id, pageId, itemId, title, content, catalogId, baseRevision, baseCatalogId, keptAt]
    await session.run(keep, [...values, most])
  },
  headsOfPage: (userId, pageId) => session.all(headsOfPage, [userId, pageId]),
  headsOfNewPages: (userId, itemId) => session.all(headsOfNewPages, [userId, itemId]),
  async byId(userId, id) {
    const [draft] = await session.all(byId, [userId, id])
    return draft ? toDraft(draft) : null
  },
  ofPage: async (userId, pageId, bytes) => (await session.all(ofPage, [userId, pageId, bytes])).map(toListed),
  ofNewPages: async (userId, itemId, bytes) => (await session.all(ofNewPages, [userId, itemId, bytes])).map(toListed),
  async drop(userId, id, until) {
    await session.orm().nativeDelete(PageDraftRows, { userId, id, keptAt: { $lte: until } })
  },
})

const toDraft = ({ baseTitle, baseContent, formerCatalogId, ...draft }: RowOf<typeof FOUND>): FoundDraft => ({
  ...draft,
  base:
    baseTitle === null || baseContent === null
      ? null
      : { title: baseTitle, content: baseContent, catalogId: formerCatalogId },
})

const toListed = ({ isTextOmitted, ...draft }: RowOf<typeof LISTED>): ListedDraft => ({
  ...toDraft(draft),
  isTextOmitted,
})
