import { DomainError } from '#core/errors.ts'
import type { PageLinks } from '#core/ports/page-links.ts'
import { integer, text } from './column-types.ts'
import { PageLinkRows } from './rows.ts'
import { statement, type Session } from './session.ts'

// Serialised with moving the page to the recycle bin, which removes the link. An existing row is rewritten unchanged,
// because only written rows are returned.
const add = statement(
  'pageLinks.add',
  `with live as (select id from page where id = $1 and deleted_at is null for no key update)
   insert into page_link (page_id, sealed, digest, made_by_id, made_at) select id, $2, $3, $4::integer, $5::timestamptz from live
   on conflict (page_id) do update set page_id = excluded.page_id
   returning page_id as "pageId", sealed, digest`,
  { pageId: integer, sealed: text, digest: text },
)

export const pageLinksOn = (session: Session): PageLinks => ({
  async pageOf(digest) {
    return (await session.orm().findOne(PageLinkRows, { digest }))?.pageId ?? null
  },
  async add({ pageId, sealed, digest }, madeById, at) {
    const kept = await session.first(add, [pageId, sealed, digest, madeById, at])
    if (!kept) throw new DomainError('changedMeanwhile')
    return kept
  },
  remove: async (pageId) => (await session.orm().nativeDelete(PageLinkRows, { pageId })) > 0,
})
