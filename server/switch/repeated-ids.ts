import { quoted, REPEATED, type ShowdocDatabase } from './showdoc-database.ts'

/** The tables whose rows are imported, with the column of their ids. */
const ID_COLUMNS = [
  ...(['user uid', 'item item_id', 'catalog cat_id', 'page page_id', 'page_history page_history_id'] as const),
  ...(['item_member item_member_id', 'upload_file file_id', 'options option_id', 'page_comment comment_id'] as const),
  ...(['file_flow', 'file_page', 'item_change_log', 'item_group', 'item_sort', 'item_star', 'item_token'] as const),
  ...(['item_top', 'message', 'message_content', 'mock', 'recycle', 'single_page', 'subscription', 'team'] as const),
  ...(['team_item', 'team_item_member', 'team_member', 'template', 'template_item'] as const),
].map((each) => {
  const [table = '', column = 'id'] = each.split(' ')
  return { table, column }
})

/**
 * Takes the ids from rows whose id an earlier one has, in the copy of a ShowDoc: they are unreadable then. Tables that
 * lost their keys in a repair or a dump have such rows.
 */
export function withoutRepeatedIds(database: ShowdocDatabase): void {
  const repeated = ID_COLUMNS.filter(({ table, column }) => {
    if (!database.has(table, column) || isKey(database, table, column)) return false
    const [name, id] = [quoted(table), asRead(column)]
    return database.hasRows(`select 1 from ${name} where ${id} is not null group by ${id} having count(*) > 1`)
  })
  if (repeated.length === 0) return
  database.change((writable) => {
    for (const { table, column } of repeated) {
      const [name, id] = [quoted(table), quoted(column)]
      writable.exec(`create temp table firsts as select min(rowid) as first from ${name} group by ${asRead(column)}`)
      writable.exec('create unique index temp.first on firsts (first)')
      writable.exec(
        `update ${name} set ${id} = cast(${id} as text) || '${REPEATED}'
          where ${id} is not null and rowid not in (select first from firsts)`,
      )
      writable.exec('drop table firsts')
    }
  })
}

/** The same in a number, a text and bytes. */
const asRead = (column: string): string => `cast(${quoted(column)} as text)`

const isKey = (database: ShowdocDatabase, table: string, column: string): boolean =>
  database.hasRows(`select 1 from pragma_table_info('${table}') where lower(name) = '${column}' and pk = 1`)
