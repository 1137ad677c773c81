import type { ColumnReasonCode } from './column-reasons.ts'
import { fateOf } from './fates.ts'
import { quoted, type ShowdocDatabase } from './showdoc-database.ts'

/** What happens to a column of a table whose rows are imported: read, told again elsewhere, or not kept, and why. */
type ColumnFate = 'read' | 'derived' | ColumnReasonCode

const all = <F extends ColumnFate>(fate: F, columns: string): Readonly<Record<string, F>> =>
  Object.fromEntries(columns.split(' ').map((column) => [column, fate]))
const read = (columns: string) => all('read', columns)
/** What other columns, other tables or the files themselves say as well. */
const derived = (columns: string) => all('derived', columns)
const changedAt = (columns: string) => all('columnTimes', columns)
const names = (columns: string) => all('columnNames', columns)

/** Every column that an imported table of a ShowDoc up to schema 33 can have. */
const FATES: Readonly<Record<string, Readonly<Record<string, ColumnFate>>>> = {
  user: {
    ...read('uid username groupid name email password reg_time last_login_time salt'),
    is_sso: 'columnOtherLogins',
    ...{ avatar: 'columnPictures', avatar_small: 'columnPictures' },
    ...{ cookie_token: 'columnSessions', cookie_token_expire: 'columnSessions' },
  },
  item: {
    ...read('item_id item_name item_description uid password addtime last_update_time item_domain item_type'),
    ...{ ...read('is_archived is_del allow_comment allow_feedback'), ...names('username') },
  },
  catalog: { ...read('cat_id cat_name item_id s_number parent_cat_id'), ...derived('level'), ...changedAt('addtime') },
  page: {
    ...read('page_id author_uid item_id cat_id page_title page_content s_number addtime is_del page_addtime is_draft'),
    ...{ ...names('author_username'), page_comments: 'columnPageRemarks', ext_info: 'columnKinds' },
  },
  page_history: {
    ...read('page_history_id page_id author_uid cat_id page_title page_content addtime page_comments'),
    ...{ ...derived('item_id'), ...names('author_username'), s_number: 'columnPlaces', ext_info: 'columnKinds' },
  },
  recycle: { ...read('id page_id del_by_uid del_time'), ...derived('item_id page_title'), ...names('del_by_username') },
  item_member: { ...read('item_member_id item_id uid addtime member_group_id cat_id cat_ids'), ...names('username') },
  item_token: { ...read('id item_id api_key api_token'), ...changedAt('addtime last_check_time') },
  item_sort: { ...read('id uid item_sort_data item_group_id'), ...changedAt('addtime') },
  single_page: read('id page_id unique_key expire_time'),
  team: { ...read('id team_name uid addtime'), ...names('username'), ...changedAt('last_update_time') },
  team_member: {
    ...read('id team_id member_uid addtime team_member_group_id'),
    ...{ ...names('member_username'), ...changedAt('last_update_time') },
  },
  team_item: { ...read('id team_id item_id addtime'), ...changedAt('last_update_time') },
  team_item_member: {
    ...read('id team_id item_id member_group_id member_uid addtime cat_id cat_ids'),
    ...{ ...names('member_username'), ...changedAt('last_update_time') },
  },
  upload_file: {
    ...read('file_id sign display_name uid page_id visit_times addtime real_url'),
    ...{ ...derived('file_type file_size item_id'), ...changedAt('last_update_time last_visit_time') },
  },
  file_page: { ...read('id file_id page_id addtime'), ...derived('item_id') },
  file_flow: read('id uid used date_month'),
  item_group: { ...read('id uid group_name item_ids s_number'), ...changedAt('created_at updated_at') },
  item_star: { ...read('id uid item_id s_number created_at'), ...changedAt('updated_at') },
  item_top: read('id item_id uid addtime'),
  template: { ...read('id uid template_title template_content addtime'), ...names('username') },
  template_item: { ...read('id template_id item_id created_at'), ...derived('uid'), ...names('username') },
  mock: {
    ...read('id unique_key page_id template path addtime'),
    ...{ ...derived('item_id'), uid: 'columnMaker', view_times: 'columnCounts', ...changedAt('last_update_time') },
  },
  // Of pages there are no others than those for their changes.
  subscription: { ...read('id uid object_id object_type sub_time'), ...derived('action_type') },
  options: read('option_id option_name option_value'),
  item_change_log: {
    ...read('id uid item_id op_action_type op_object_type op_object_id op_object_name optime'),
    remark: 'columnRemarks',
  },
  page_comment: {
    ...read('comment_id page_id parent_id uid content is_deleted addtime'),
    ...{ ...derived('item_id'), ...names('username') },
  },
  message: {
    ...read('id to_uid message_content_id status addtime'),
    ...{ ...derived('from_uid message_type'), readtime: 'columnReadTimes' },
  },
  message_content: {
    ...read('id from_uid message_type message_content action_type object_type object_id addtime'),
    ...names('from_name'),
  },
}

/** Columns of an imported table that are not kept, although some row has a value there. */
export interface LeftColumns {
  readonly table: string
  readonly columns: readonly string[]
  readonly reason: ColumnReasonCode
}

/** Also of a modified ShowDoc, whose own columns are not known. */
export const columnFateOf = (table: string, column: string): ColumnFate => {
  const fates = Object.hasOwn(FATES, table) ? FATES[table] : undefined
  return (fates && Object.hasOwn(fates, column) ? fates[column] : undefined) ?? 'columnUnknown'
}

export const leftColumnsIn = (database: ShowdocDatabase): readonly LeftColumns[] =>
  database.tables.flatMap((table) => {
    if (fateOf(table)?.kind !== 'carried') return []
    const told = database.columnsOf(table).flatMap((column) => {
      const reason = columnFateOf(table, column)
      return reason === 'read' || reason === 'derived' || isEmpty(database, table, column) ? [] : [{ column, reason }]
    })
    const byReason = Map.groupBy(told, ({ reason }) => reason)
    return Array.from(byReason, ([reason, some]) => ({ table, columns: some.map(({ column }) => column), reason }))
  })

const isEmpty = (database: ShowdocDatabase, table: string, column: string): boolean => {
  const value = `cast(${quoted(column)} as text)`
  return !database.hasRows(`select 1 from ${quoted(table)} where ${value} <> '' and ${value} <> '0' limit 1`)
}
