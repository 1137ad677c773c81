import type { SaveReceipts } from '#core/ports/save-receipts.ts'
import { integer, notNull } from './column-types.ts'
import { SaveReceiptRows } from './rows.ts'
import { statement, type Session } from './session.ts'

const find = statement(
  'saves.find',
  `select page_id as "pageId", revision from save_receipt
   where user_id = $1 and save_id = $2 and page_id is not null and revision is not null`,
  { pageId: notNull(integer), revision: notNull(integer) },
)
const claim = statement(
  'saves.claim',
  'insert into save_receipt (user_id, save_id, at) values ($1, $2, $3) on conflict do nothing',
)
const complete = statement(
  'saves.complete',
  'update save_receipt set page_id = $3, revision = $4 where user_id = $1 and save_id = $2',
)

export const savesOn = (session: Session): SaveReceipts => ({
  find: (userId, saveId) => session.first(find, [userId, saveId]),
  claim: async (userId, saveId, at) => (await session.run(claim, [userId, saveId, at])) > 0,
  async complete(userId, saveId, { pageId, revision }) {
    await session.send(complete, [userId, saveId, pageId, revision])
  },
  sweep: (before) => session.orm().nativeDelete(SaveReceiptRows, { at: { $lt: before } }),
})
