import { integer, text } from './column-types.ts'
import { isLive } from './live-items.ts'
import { statement, type Session } from './session.ts'

/** Whose texts take up more than that many bytes, and how many; the bytes are counted as the quotas count them. */
export interface CarriedTexts {
  largeTexts(
    owners: 'person' | 'item',
    moreThan: number,
  ): Promise<readonly { readonly id: number; readonly bytes: number }[]>
}

const LARGE = {
  person: statement(
    'carried.largeTexts.person',
    `select author_id as id, sum(bytes)::text as bytes from text_bytes where ${isLive('text_bytes.item_id')}
     group by author_id having sum(bytes) > $1::bigint order by author_id`,
    { id: integer, bytes: text },
  ),
  item: statement(
    'carried.largeTexts.item',
    `select item_id as id, sum(bytes)::text as bytes from text_bytes
     where item_id is not null group by item_id having sum(bytes) > $1::bigint order by item_id`,
    { id: integer, bytes: text },
  ),
} as const

export const carriedTextsOn = (session: Session): CarriedTexts => ({
  largeTexts: async (owners, moreThan) =>
    (await session.all(LARGE[owners], [moreThan])).map(({ id, bytes }) => ({ id, bytes: Number(bytes) })),
})
