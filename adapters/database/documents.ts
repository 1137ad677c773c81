import type { Collection, Document, DocumentFilter, Documents, NewDocument } from '#core/ports/documents.ts'
import { integer, orNull, text } from './column-types.ts'
import { columnsOf } from './columns.ts'
import { toDocument } from './document-rows.ts'
import { isLive, isPageLive } from './live-items.ts'
import { DocumentRows, type DocumentRow } from './rows.ts'
import { searchedTextOf, TOKENS, type SearchedText } from './search-tokens.ts'
import { statement, type Session } from './session.ts'

const COLUMNS = columnsOf(DocumentRows, 'd')

// Documents of an item in the recycle bin, or of its pages, are hidden. Their keys stay taken.
const LIVE = `(d.item_id is null or ${isLive('d.item_id')}) and (d.page_id is null or ${isPageLive('d.page_id')})`

const CHANGED_BY_PUT = `item_id = excluded.item_id, page_id = excluded.page_id, user_id = excluded.user_id,
     at = excluded.at, data = excluded.data, bytes = excluded.bytes, author_id = excluded.author_id`
const PUT = `insert into document as d (collection, key, item_id, page_id, user_id, at, data, bytes, author_id)
   values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9)
   on conflict (collection, key) do update set ${CHANGED_BY_PUT}
   returning d.*`
const NOT_SEARCHED = 'delete from document_search s using put where s.document_id = put.id'
/** Held until the end of the transaction, so that the page does not move to another item meanwhile. */
const heldPages = (which: string): string => `(select id, item_id from page where ${which} order by id for share) p`
const SEARCHED = 'insert into document_search (document_id, page_id, item_id, at, text, tokens)'
const wordsIn = (tokens: string): string => `${TOKENS(tokens)} || array_to_tsvector(array[chr(2) || p.item_id])`
const SEARCHED_ANEW = `on conflict (document_id) do update set page_id = excluded.page_id, item_id = excluded.item_id,
     at = excluded.at, text = excluded.text, tokens = excluded.tokens`

const put = statement(
  'documents.put',
  `with put as (${PUT}), unsearched as (${NOT_SEARCHED}) select ${columnsOf(DocumentRows, 'put')} from put`,
  DocumentRows.columns,
)
const putSearched = statement(
  'documents.putSearched',
  `with put as (${PUT}), searched as (
     ${SEARCHED}
     select put.id, put.page_id, p.item_id, put.at, $10, ${wordsIn('$11')}
     from put join ${heldPages('id = $4')} on p.id = put.page_id ${SEARCHED_ANEW}
   )
   select ${columnsOf(DocumentRows, 'put')} from put`,
  DocumentRows.columns,
)
const putAll = statement(
  'documents.putAll',
  `with n as (
     select * from jsonb_to_recordset($2::jsonb) as n(key text, "itemId" integer, "pageId" integer, "userId" integer,
       at timestamptz, data jsonb, bytes integer, "authorId" integer, "searchedText" text, tokens text)
   ), put as (
     insert into document (collection, key, item_id, page_id, user_id, at, data, bytes, author_id)
     select $1, n.key, n."itemId", n."pageId", n."userId", n.at, n.data, coalesce(n.bytes, 0), n."authorId"
     -- Always in this order: two that put the same keys at once must not wait for each other.
     from n order by n.key
     on conflict (collection, key) do update set ${CHANGED_BY_PUT}
     returning id, key, page_id, at
   ), unsearched as (
     ${NOT_SEARCHED} and put.key in (select key from n where tokens is null)
   )
   ${SEARCHED}
   select put.id, put.page_id, p.item_id, put.at, n."searchedText", ${wordsIn('n.tokens')}
   from n join put on put.key = n.key
     join ${heldPages(`id in (select "pageId" from n where tokens is not null)`)} on p.id = put.page_id
   where n.tokens is not null ${SEARCHED_ANEW}`,
)
const UPDATE =
  'update document set data = data || $3::jsonb, bytes = coalesce($4, bytes) where collection = $1 and id = $2'
const update = statement('documents.update', UPDATE)
const updateUnsearched = statement('documents.updateUnsearched', `with put as (${UPDATE} returning id) ${NOT_SEARCHED}`)
const updateSearched = statement(
  'documents.updateSearched',
  `with put as (${UPDATE} returning id, page_id, at)
   ${SEARCHED}
   select put.id, put.page_id, p.item_id, put.at, $5, ${wordsIn('$6')}
   from put join ${heldPages('id = (select page_id from document where id = $2)')} on p.id = put.page_id ${SEARCHED_ANEW}`,
)
const bytesOf = statement(
  'documents.bytesOf',
  'select coalesce(sum(bytes), 0)::text as bytes from document where collection = $1 and user_id = $2',
  { bytes: text },
)
const giveAll = statement(
  'documents.giveAll',
  'update document set user_id = $3 where collection = $1 and user_id = $2',
)
const ids = statement('documents.ids', 'select id from document where collection = $1 order by id', { id: integer })

// An array is one value, however long it is.
const deleteKeys = statement('documents.deleteKeys', 'delete from document where collection = $1 and key = any ($2)')
const keepNewest = statement(
  'documents.keepNewest',
  `delete from document d
   using (
     select id, row_number() over (partition by user_id order by at desc, id desc) as place
     from document
     where collection = $1 and user_id in (
       select user_id from document where collection = $1 and user_id is not null group by user_id having count(*) > $2
     )
   ) ranked
   where d.id = ranked.id and ranked.place > $2
   returning d.id, d.key`,
  { id: integer, key: orNull(text) },
)

const hasFields = (place: string): string =>
  `not exists (
     select from jsonb_each(${place}::jsonb) wanted where (d.data -> wanted.key) is distinct from wanted.value
   )`

const hasFieldsOfOne = (place: string): string =>
  `exists (select from jsonb_array_elements(${place}::jsonb) one(fields) where ${hasFields('one.fields')})`

// Comparing with a bound that is not given yields null, which excludes nothing.
const isWithin = (place: string): string =>
  `not exists (
     select from jsonb_each(${place}::jsonb) bounds
     where (d.data -> bounds.key) <> (bounds.value -> 'is')
       or (d.data -> bounds.key) > (bounds.value -> 'atMost')
       or (d.data -> bounds.key) <= (bounds.value -> 'above')
   )`

const deleteBefore = statement(
  'documents.deleteBefore',
  `delete from document d where d.collection = $1 and d.at < $2 and ${hasFields('$3')}`,
)

/*
 * One statement per combination of filters: with one statement for all, PostgreSQL could not choose the right index,
 * and would examine the fields of every document even when no field is filtered.
 */
const CONDITIONS = {
  itemId: (place: string) => `d.item_id = ${place}`,
  pageId: (place: string) => `d.page_id = ${place}`,
  userId: (place: string) => `d.user_id = ${place}`,
  where: hasFields,
  whereOneOf: hasFieldsOfOne,
  within: isWithin,
}
const PARTS = ['itemId', 'pageId', 'userId', 'where', 'whereOneOf', 'within'] as const
type Part = (typeof PARTS)[number]

const ALL_SHAPES = PARTS.reduce<readonly (readonly Part[])[]>(
  (shapes, part) => [...shapes, ...shapes.map((shape) => [...shape, part])],
  [[]],
)

/** @param name the beginning of those of the statements @param condition what the documents have to be, in SQL */
function readersOf(name: string, condition: string) {
  const one = (by: string, place: string) =>
    statement(
      `${name}.${by}`,
      `select ${COLUMNS} from document d where d.collection = $1 and ${place} and ${condition}`,
      DocumentRows.columns,
    )
  const some = (shape: readonly Part[]) => {
    const parts = shape.join('.')
    const conditions = shape.map((part, at) => ` and ${CONDITIONS[part](`$${at + 2}`)}`)
    const from = `from document d where d.collection = $1${conditions.join('')} and ${condition}`
    const [limit, offset] = [`$${shape.length + 2}`, `$${shape.length + 3}`]
    return {
      find: statement(
        `${name}.find.${parts}`,
        `select ${COLUMNS} ${from} order by d.at desc, d.id desc limit ${limit} offset ${offset}`,
        DocumentRows.columns,
      ),
      count: statement(`${name}.count.${parts}`, `select count(*)::integer as count ${from}`, { count: integer }),
    }
  }
  return {
    byId: one('byId', 'd.id = $2'),
    byKey: one('byKey', 'd.key = $2'),
    byKeys: one('byKeys', 'd.key = any ($2)'),
    shapes: new Map(ALL_SHAPES.map((shape) => [shape.join('.'), some(shape)])),
  }
}
type Readers = ReturnType<typeof readersOf>
type OfShape = Readers['shapes'] extends Map<string, infer T> ? T : never

const LIVE_ONES = readersOf('documents', LIVE)
const ALL_ONES = readersOf('documents.withBin', 'true')

interface Sought extends OfShape {
  readonly values: readonly unknown[]
}
function sought(
  { shapes }: Readers,
  collection: string,
  { where = {}, within, ...owners }: DocumentFilter<object>,
): Sought {
  const given: Partial<Record<Part, unknown>> = { ...owners }
  if (within) given.within = JSON.stringify(within)
  if (Array.isArray(where)) given.whereOneOf = JSON.stringify(where)
  else if (Object.keys(where).length > 0) given.where = JSON.stringify(where)
  const shape = PARTS.filter((part) => given[part] !== undefined)
  const statements = shapes.get(shape.join('.'))
  if (!statements) throw new Error(`no statement finds documents by ${shape.join(', ')}`)
  return { ...statements, values: [collection, ...shape.map((part) => given[part])] }
}

/** @param requireAccess throws where whoever asks may not use a collection */
export const documentsOn = (session: Session, requireAccess: (collection: string) => void): Documents => {
  const { collection } = documentsReadBy(session, LIVE_ONES)
  return {
    collection: <T extends object>(name: string) => {
      requireAccess(name)
      return collection<T>(name)
    },
  }
}

/** Those of items in the recycle bin as well, for what has to hold once an item is back. */
export const documentsWithBinOn = (session: Session): Documents => documentsReadBy(session, ALL_ONES)

const documentsReadBy = (session: Session, readers: Readers): Documents => ({
  collection: <T extends object>(name: string): Collection<T> => ({
    byId: async (id) => documentOrNull<T>(await session.first(readers.byId, [name, id])),
    byKey: async (key) => documentOrNull<T>(await session.first(readers.byKey, [name, key])),
    async byKeys(keys) {
      if (keys.length === 0) return []
      return (await session.all(readers.byKeys, [name, keys])).map((row) => toDocument<T>(row))
    },
    async put(document) {
      const { key, itemId, pageId, userId, at, data, bytes = 0, authorId = null } = document
      const belonging = [itemId ?? null, pageId ?? null, userId ?? null]
      const values = [name, key ?? null, ...belonging, at, JSON.stringify(data), bytes, authorId]
      const searched = searchedIn(name, document)
      const row = await (searched
        ? session.first(putSearched, [...values, searched.searchedText, searched.tokens])
        : session.first(put, values))
      if (!row) throw new Error('a document that was put is not there')
      return toDocument<T>(row)
    },
    async putAll(documents) {
      if (documents.length === 0) return
      const rows = documents.map((document) => ({ ...document, ...searchedIn(name, document) }))
      await session.run(putAll, [name, JSON.stringify(rows)])
    },
    async update(id, change, bytes, searchedText) {
      const values = [name, id, JSON.stringify(change), bytes ?? null]
      if (searchedText === undefined) await session.run(update, values)
      else if (searchedText === '') await session.run(updateUnsearched, values)
      else {
        const searched = searchedTextOf(name, searchedText)
        await session.run(updateSearched, [...values, searched.searchedText, searched.tokens])
      }
    },
    async find(filter, paging) {
      const wanted = sought(readers, name, filter)
      const { page, count } = paging ?? { page: 1, count: null }
      const rows = await session.all(wanted.find, [...wanted.values, count, (page - 1) * (count ?? 0)])
      const total = paging ? await counted(session, wanted) : rows.length
      return { list: rows.map((row) => toDocument<T>(row)), total }
    },
    async newest(filter, count) {
      const wanted = sought(readers, name, filter)
      const rows = await session.all(wanted.find, [...wanted.values, count, 0])
      return rows.map((row) => toDocument<T>(row))
    },
    count: (filter) => counted(session, sought(readers, name, filter)),
    bytesOf: async (userId) => Number((await session.first(bytesOf, [name, userId]))?.bytes ?? 0),
    giveAll: (from, to) => session.run(giveAll, [name, from, to]),
    ids: async () => (await session.all(ids, [name])).map(({ id }) => id),
    delete: async (id) => (await session.orm().nativeDelete(DocumentRows, { collection: name, id })) > 0,
    async deleteKeys(keys) {
      if (keys.length > 0) await session.run(deleteKeys, [name, keys])
    },
    async deleteBefore(moment, where = {}) {
      await session.run(deleteBefore, [name, moment, JSON.stringify(where)])
    },
    keepNewest: (count) => session.all(keepNewest, [name, count]),
  }),
})

/** By what it is found; null for nothing. @throws Error for what belongs to no page: nobody's rights could be asked for */
function searchedIn(collection: string, { searchedText = '', pageId }: NewDocument<object>): SearchedText | null {
  if (searchedText === '') return null
  if (typeof pageId !== 'number') throw new Error(`only documents of pages are searched, unlike one of ${collection}`)
  return searchedTextOf(collection, searchedText)
}

const counted = async (session: Session, wanted: Sought): Promise<number> =>
  (await session.first(wanted.count, wanted.values))?.count ?? 0

const documentOrNull = <T extends object>(row: DocumentRow | null): Document<T> | null => row && toDocument<T>(row)
