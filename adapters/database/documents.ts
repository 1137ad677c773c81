import type { Collection, Document, Documents } from '#core/ports/store.ts'
import { columnsOf } from './columns.ts'
import { DocumentRows, type DocumentRow } from './rows.ts'
import { statement, type Session } from './session.ts'

const COLUMNS = columnsOf(DocumentRows, 'd')

const byId = statement<DocumentRow>(
  'documents.byId',
  `select ${COLUMNS} from document d where d.collection = $1 and d.id = $2`,
)
const byKey = statement<DocumentRow>(
  'documents.byKey',
  `select ${COLUMNS} from document d where d.collection = $1 and d.key = $2`,
)
const put = statement<DocumentRow>(
  'documents.put',
  `insert into document as d (collection, key, item_id, page_id, user_id, at, data)
   values ($1, $2, $3, $4, $5, $6, $7::jsonb)
   on conflict (collection, key) do update set item_id = excluded.item_id, page_id = excluded.page_id,
     user_id = excluded.user_id, at = excluded.at, data = excluded.data
   returning ${COLUMNS}`,
)
const update = statement(
  'documents.update',
  'update document set data = data || $3::jsonb where collection = $1 and id = $2',
)
const FOUND = `from document d
   where d.collection = $1
     and ($2::integer is null or d.item_id = $2)
     and ($3::integer is null or d.page_id = $3)
     and ($4::integer is null or d.user_id = $4)
     and not exists (
       select from jsonb_each($5::jsonb) wanted where (d.data -> wanted.key) is distinct from wanted.value
     )`
const found = statement<DocumentRow>(
  'documents.find',
  `select ${COLUMNS} ${FOUND} order by d.at desc, d.id desc limit $6 offset $7`,
)
const countFound = statement<{ count: number }>('documents.count', `select count(*)::integer as count ${FOUND}`)

export const documentsOn = (session: Session): Documents => ({
  collection: <T extends object>(name: string): Collection<T> => ({
    byId: async (id) => documentOrNull<T>(await session.first(byId, [name, id])),
    byKey: async (key) => documentOrNull<T>(await session.first(byKey, [name, key])),
    async put({ key, itemId, pageId, userId, at, data }) {
      const belonging = [itemId ?? null, pageId ?? null, userId ?? null]
      const row = await session.first(put, [name, key ?? null, ...belonging, at, JSON.stringify(data)])
      if (!row) throw new Error('a document that was put is not there')
      return toDocument<T>(row)
    },
    async update(id, change) {
      await session.run(update, [name, id, JSON.stringify(change)])
    },
    async find({ itemId, pageId, userId, where }, paging) {
      const filter = [name, itemId ?? null, pageId ?? null, userId ?? null, JSON.stringify(where ?? {})]
      const { page, count } = paging ?? { page: 1, count: null }
      const rows = await session.all(found, [...filter, count, (page - 1) * (count ?? 0)])
      const total = paging ? ((await session.first(countFound, filter))?.count ?? 0) : rows.length
      return { list: rows.map((row) => toDocument<T>(row)), total }
    },
    async delete(id) {
      await session.orm().nativeDelete(DocumentRows, { collection: name, id })
    },
  }),
})

const documentOrNull = <T extends object>(row: DocumentRow | null): Document<T> | null => row && toDocument<T>(row)

/** What is read as a T was written as one, by the plugin the collection belongs to. */
const toDocument = <T extends object>(row: DocumentRow): Document<T> => ({
  id: row.id,
  key: row.key,
  itemId: row.itemId,
  pageId: row.pageId,
  userId: row.userId,
  at: row.at,
  data: row.data as T,
})
