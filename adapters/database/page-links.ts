import { DomainError } from '#core/errors.ts'
import type { PageLinks } from '#core/ports/page-links.ts'
import { integer, orNull, text, timestamptz } from './column-types.ts'
import { PageLinkRows } from './rows.ts'
import { statement, type Session } from './session.ts'

const pageOf = statement(
  'pageLinks.pageOf',
  `select page_id as "pageId" from page_link where digest = $1 and (ends_at is null or ends_at > $2::timestamptz)`,
  { pageId: integer },
)
const ofPage = statement(
  'pageLinks.ofPage',
  'select page_id as "pageId", sealed, digest, ends_at as "endsAt" from page_link where page_id = $1',
  { pageId: integer, sealed: text, digest: text, endsAt: orNull(timestamptz) },
)
// Serialised with moving the page to the recycle bin, which removes the link. An existing row is rewritten unchanged
// unless its link has ended, because only written rows are returned.
const add = statement(
  'pageLinks.add',
  `with live as (select id from page where id = $1 and deleted_at is null for no key update)
   insert into page_link as l (page_id, sealed, digest, made_by_id, made_at, ends_at)
     select id, $2, $3, $4::integer, $5::timestamptz, $6::timestamptz from live
   on conflict (page_id) do update set (sealed, digest, made_by_id, made_at, ends_at) = (
     select kept.sealed, kept.digest, kept.made_by_id, kept.made_at, kept.ends_at
     from (values (true, excluded.sealed, excluded.digest, excluded.made_by_id, excluded.made_at, excluded.ends_at),
       (false, l.sealed, l.digest, l.made_by_id, l.made_at, l.ends_at))
       as kept (is_new, sealed, digest, made_by_id, made_at, ends_at)
     where kept.is_new = coalesce(l.ends_at <= excluded.made_at, false))
   returning page_id as "pageId", sealed, digest, ends_at as "endsAt"`,
  { pageId: integer, sealed: text, digest: text, endsAt: orNull(timestamptz) },
)

export const pageLinksOn = (session: Session): PageLinks => ({
  async pageOf(digest, now) {
    return (await session.first(pageOf, [digest, now]))?.pageId ?? null
  },
  async add({ pageId, sealed, digest, endsAt }, madeById, at) {
    const kept = await session.first(add, [pageId, sealed, digest, madeById, at, endsAt])
    if (!kept) throw new DomainError('changedMeanwhile')
    return kept
  },
  of: (pageId) => session.first(ofPage, [pageId]),
  remove: async (pageId, digest) =>
    (await session.orm().nativeDelete(PageLinkRows, digest === undefined ? { pageId } : { pageId, digest })) > 0,
})
