import type { DocumentSearch } from '#core/ports/document-search.ts'
import type { Document } from '#core/ports/documents.ts'
import { integer, text } from './column-types.ts'
import { columnsOf } from './columns.ts'
import { toDocument } from './document-rows.ts'
import { DocumentRows } from './rows.ts'
import { documentQueryOf, searchedTextOf, TOKENS } from './search-tokens.ts'
import { IN_ITEM, OF_USER, type Reach } from './search.ts'
import { statement, type Session } from './session.ts'

// $4 to $7: the items left out, the place behind which it goes on, and how many.
const finding = (where: string, { tables, query, sets }: Reach) =>
  statement(
    `documentSearch.find${where}`,
    `${tables}
     select f.document_id as "documentId", f.at::text as "exactAt", f.text as searched, ${columnsOf(DocumentRows, 'd')}
     from search_documents(${query}, ${sets}, $4::integer[], $5::timestamptz, $6::integer, $7::integer) f
     join document d on d.id = f.document_id
     order by f.at desc, f.document_id desc`,
    { documentId: integer, exactAt: text, searched: text, ...DocumentRows.columns },
  )
const ofUser = finding('OfUser', OF_USER)
const inItem = finding('InItem', IN_ITEM)

export const documentSearchOn = (session: Session): DocumentSearch => ({
  async find(collection, words, scope, { count, after, exceptItems }) {
    if (words.length === 0) return { documents: [], end: null }
    const lowered = words.map((word) => word.toLowerCase())
    const isWide = 'userId' in scope
    const reach = isWide ? [scope.userId, null] : [scope.itemId, scope.topCatalogIds]
    const query = documentQueryOf(collection, lowered, isWide ? null : scope.itemId)
    const asked = [...reach, query, exceptItems, after?.at ?? null, after?.id ?? null, count]
    const rows = await session.all(isWide ? ofUser : inItem, asked)
    const last = rows.at(-1)
    return {
      documents: rows
        .filter(({ searched }) => lowered.every((word) => searched.toLowerCase().includes(word)))
        .map((row): Document<object> => toDocument(row)),
      end: last && rows.length === count ? { at: last.exactAt, id: last.documentId } : null,
    }
  },
})

const due = statement(
  'documentSearch.due',
  `select s.document_id as id, s.text, d.collection
   from document_search s join document d on d.id = s.document_id
   where s.tokens is null order by s.document_id limit $1`,
  { id: integer, text, collection: text },
)
// Texts changed meanwhile have their words; those being changed are skipped.
const write = statement(
  'documentSearch.write',
  `with wanted as (
     select * from json_to_recordset($1::json) n (id integer, tokens text)
   ), free as (
     select s.document_id from document_search s
     where s.document_id in (select id from wanted) and s.tokens is null for update skip locked
   )
   update document_search s
   set tokens = ${TOKENS('wanted.tokens')} || array_to_tsvector(array[chr(2) || s.item_id])
   from free join wanted on wanted.id = free.document_id
   where s.document_id = free.document_id`,
)

/** Few enough that people writing meanwhile do not notice. */
const BATCH = 50

/** Writes the words of documents from before they could be found, until there are none or `isStopped`. */
export async function addWordsOfDocuments(session: Session, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const documents = await session.all(due, [BATCH])
    if (documents.length === 0) return
    const words = documents.map(({ id, text: said, collection }) => ({
      id,
      tokens: searchedTextOf(collection, said).tokens,
    }))
    // The rest is being changed by others, and gets its words there.
    if ((await session.run(write, [JSON.stringify(words)])) === 0) return
  }
}
