import type { TextBytes } from '#core/ports/text-bytes.ts'
import { text } from './column-types.ts'
import { isLive } from './live-items.ts'
import { statement, type Session } from './session.ts'

const BYTES = { bytes: text }

const ofItem = statement(
  'textBytes.ofItem',
  'select coalesce(sum(bytes), 0)::text as bytes from text_bytes where item_id = $1',
  BYTES,
)
// Content in the recycle bin counts only against the item's own quota: deleting frees space at once.
const byAuthor = statement(
  'textBytes.byAuthor',
  `select coalesce(sum(bytes), 0)::text as bytes from text_bytes where author_id = $1 and ${isLive('text_bytes.item_id')}`,
  BYTES,
)
const hold = statement(
  'textBytes.hold',
  `select pg_advisory_xact_lock(hashtext('text bytes ' || $1), $2)::text as held`,
  {
    held: text,
  },
)

export const textBytesOn = (session: Session): TextBytes => ({
  ofItem: async (itemId) => Number((await session.first(ofItem, [itemId]))?.bytes ?? 0),
  byAuthor: async (authorId) => Number((await session.first(byAuthor, [authorId]))?.bytes ?? 0),
  async hold({ kind, id }) {
    await session.run(hold, [kind, id])
  },
})
