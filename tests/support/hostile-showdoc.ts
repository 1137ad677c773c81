import { deflateSync } from 'node:zlib'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

/** Every table as ShowDoc 3 makes it, without types and keys, so that every column can contain everything. */
const TABLES: Readonly<Record<string, string>> = {
  user: 'uid, username, password, groupid, name, email, salt, reg_time, last_login_time',
  item: 'item_id, item_name, item_description, uid, password, item_domain, item_type, is_archived, is_del, addtime, last_update_time, allow_comment',
  catalog: 'cat_id, item_id, cat_name, parent_cat_id, s_number, level, addtime',
  page: 'page_id, item_id, cat_id, page_title, page_content, author_uid, addtime, page_addtime, s_number, is_del, is_draft, page_comments, ext_info',
  page_history:
    'page_history_id, page_id, item_id, cat_id, page_title, page_content, author_uid, addtime, page_comments',
  item_member: 'item_member_id, item_id, uid, username, member_group_id, cat_id, cat_ids, addtime',
  team: 'id, team_name, uid, username, addtime',
  team_member: 'id, team_id, member_uid, member_username, addtime, team_member_group_id',
  team_item: 'id, team_id, item_id, addtime',
  team_item_member: 'id, team_id, item_id, member_uid, member_username, member_group_id, cat_id, cat_ids, addtime',
  item_token: 'id, item_id, api_key, api_token, addtime, last_check_time',
  single_page: 'id, unique_key, page_id, expire_time',
  recycle: 'id, item_id, page_id, page_title, del_by_uid, del_by_username, del_time',
  upload_file:
    'file_id, sign, display_name, file_type, file_size, uid, page_id, item_id, visit_times, addtime, real_url',
  file_page: 'id, file_id, item_id, page_id, addtime',
  file_flow: 'id, uid, used, date_month',
  options: 'option_id, option_name, option_value',
  item_group: 'id, uid, group_name, item_ids, s_number',
  item_sort: 'id, uid, item_sort_data, addtime, item_group_id',
  item_star: 'id, uid, item_id, s_number, created_at, updated_at',
  item_top: 'id, item_id, uid, addtime',
  template: 'id, uid, username, template_title, template_content, addtime',
  template_item: 'id, template_id, item_id, uid, created_at',
  mock: 'id, unique_key, uid, page_id, template, addtime, path, item_id',
  subscription: 'id, uid, object_id, object_type, action_type, sub_time',
  item_change_log: 'id, uid, item_id, op_action_type, op_object_type, op_object_id, op_object_name, optime',
  page_comment: 'comment_id, page_id, item_id, uid, parent_id, content, addtime, is_deleted',
  runapi_global_param: 'id, item_id, param_type, content_json_str',
  message: 'id, from_uid, to_uid, message_type, message_content_id, status, addtime, readtime',
  message_content:
    'id, from_uid, from_name, message_type, message_content, action_type, object_type, object_id, addtime',
  kanban_activity_log: 'id, item_id, uid, detail, is_deleted',
}

const LONE = Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x62])
const BROKEN = Buffer.from([0x61, 0xff, 0xfe, 0x62])
const packed = (text: string): string => deflateSync(text).toString('base64')
/** 1 MB and more. */
const LONG = '长 long '.repeat(120_000)

/** What a column may contain that says nothing sensible. */
const NONSENSE: readonly unknown[] = [
  ...[null, '', ' ', -1, 2_147_483_648, 9_007_199_254_740_991, 1e300, '1e9', 'NaN', '[]', '{"1":[1,2'],
  ...['1,2,,x,-3', '2016-02-30 25:61:61', '&amp;lt;b&amp;gt;', '<script>alert(1)</script>'],
  ...['a\0b', '../../../etc/passwd', 'constructor', '__proto__'],
  ...[LONE, BROKEN, 'eJw=', packed('kurz &lt;b&gt;'), '%', '9'.repeat(400)],
]

/** What a row may have in place of its number, as one that a program wrote into a table without a key. */
const NO_NUMBERS: readonly unknown[] = [null, null, '', 'x', 1.5, '07', Buffer.from('7')]

/** Each of their rows takes long, so they have a part of it in each column. */
const SLOW: ReadonlySet<string> = new Set(['user', 'item', 'team'])

/**
 * Fills a database with a ShowDoc of which every table has good rows, and rows in which each column says nothing
 * sensible once.
 */
export function layHostileShowdoc(database: DatabaseSync): void {
  for (const [table, columns] of Object.entries(TABLES)) database.exec(`create table "${table}" (${columns})`)
  database.exec('begin')
  for (const [table, rows] of Object.entries(GOOD)) for (const row of rows) insert(database, table, row)
  for (const [table, columns] of Object.entries(TABLES)) {
    const names = columns.split(', ').map((column) => column.split(' ')[0] ?? '')
    const [id = '', ...others] = names
    const [good] = GOOD[table] ?? []
    let next = 1_000
    for (const [column, name] of others.entries())
      for (const value of NONSENSE.filter((_, at) => !SLOW.has(table) || at % 4 === column % 4))
        insert(database, table, { ...good, [id]: (next += 1), [name]: value })
    for (const value of [-5, 2_147_483_647, 2_147_483_648, 9_007_199_254_740_991, ...NO_NUMBERS])
      insert(database, table, { ...good, [id]: value })
  }
  database.exec('commit')
}

function insert(database: DatabaseSync, table: string, row: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(row)
  database
    .prepare(`insert into "${table}" (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`)
    .run(...Object.values(row).map(bound))
}

/** Node binds every number as one with a fraction. */
const bound = (value: unknown): SQLInputValue =>
  Number.isSafeInteger(value) ? BigInt(value as number) : (value as SQLInputValue)

const page = (id: number, content: unknown, more: object = {}) => ({
  ...{ page_id: id, item_id: 1, cat_id: 0, page_title: `Page ${id}`, page_content: content, author_uid: 1 },
  ...{ addtime: 1_600_000_000, s_number: 99, is_del: 0, ...more },
})
const catalog = (id: number, parent: unknown, more: object = {}) => ({
  ...{ cat_id: id, item_id: 1, cat_name: `Catalog ${id}`, parent_cat_id: parent, s_number: 99, ...more },
})
const item = (id: number, more: object = {}) => ({
  ...{ item_id: id, item_name: `Item ${id}`, item_description: '', uid: 1, password: '', item_domain: '' },
  ...{ item_type: 1, is_archived: 0, is_del: 0, addtime: 1_500_000_000 + id, allow_comment: 1, ...more },
})

const GOOD: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  user: [
    { uid: 1, username: 'root', password: '', groupid: 1, name: 'Root', email: 'root@example.test' },
    ...['Ann', 'ANN', 'ａｎｎ', ' ann', 'ann\n', 'ǅ', 'ß', 'SS', 'é', 'e\u0301'].map((username, at) => ({
      ...{ uid: at + 2, username, password: '', groupid: 2, email: 'Root@Example.test' },
    })),
  ],
  item: [
    item(1),
    ...['login', 'api', 'user', 'web', 'p', 'Foo', 'fOO', '123', 'server', 'index', 'assets', 'x'.repeat(300)].map(
      (item_domain, at) => item(at + 2, { item_domain }),
    ),
    ...[5, 6, 7, 99, -1].map((item_type, at) => item(at + 20, { item_type })),
    item(30, { password: 'e10adc3949ba59abbe56e057f20f883e' }),
    item(31, { password: 'p'.repeat(5_000) }),
    item(32, { is_del: 1 }),
    item(33, { item_name: LONG, item_description: LONG }),
  ],
  catalog: [
    catalog(1, 0),
    ...[catalog(2, 4), catalog(3, 2), catalog(4, 3), catalog(5, 5)],
    ...[catalog(10, 0), catalog(11, 10), catalog(12, 11), catalog(13, 12), catalog(14, 13), catalog(15, 14)],
    ...[catalog(20, 1, { item_id: 2 }), catalog(21, 0, { item_id: 999 }), catalog(22, 0, { cat_name: LONG })],
  ],
  page: [
    page(1, 'good'),
    page(2, packed('packed &amp;lt; text'), { cat_id: 15 }),
    page(3, packed('\0zero'), { cat_id: 2 }),
    page(4, LONG, { page_title: LONG }),
    page(5, Buffer.from('a text as a blob')),
    page(6, 'of nobody', { item_id: 999 }),
    page(7, 'deleted', { is_del: 1 }),
    page(8, 'draft', { is_draft: 1, author_uid: 2 }),
    page(9, 'of a deleted item', { item_id: 32 }),
    page(10, `[a](/web/#/1/2) [b](/1/3) ![c](/server/index.php?s=/api/attachment/visitFile&sign=${'0'.repeat(32)})`),
  ],
  page_history: [
    {
      page_history_id: 1,
      page_id: 1,
      item_id: 1,
      page_title: 'Page 1',
      page_content: 'former',
      addtime: 1_500_000_000,
    },
    { page_history_id: 2, page_id: 999_999, item_id: 1, page_title: 'gone', page_content: 'former', addtime: 1 },
    { page_history_id: 3, page_id: 6, item_id: 999, page_title: 'of nobody', page_content: 'former', addtime: 1 },
  ],
  item_member: [{ item_member_id: 1, item_id: 1, uid: 2, member_group_id: 1, cat_id: 0, cat_ids: '' }],
  team: [{ id: 1, team_name: 'Team', uid: 1 }],
  team_member: [{ id: 1, team_id: 1, member_uid: 2, team_member_group_id: 1 }],
  team_item: [{ id: 1, team_id: 1, item_id: 2 }],
  team_item_member: [{ id: 1, team_id: 1, item_id: 2, member_uid: 2, member_group_id: 0, cat_ids: '' }],
  item_token: [{ id: 1, item_id: 1, api_key: 'k'.repeat(32), api_token: 't'.repeat(32) }],
  single_page: [{ id: 1, unique_key: 's'.repeat(32), page_id: 1, expire_time: 0 }],
  recycle: [{ id: 1, item_id: 1, page_id: 7, del_by_uid: 1, del_time: 1_600_000_000 }],
  upload_file: [
    {
      ...{ file_id: 1, sign: '0'.repeat(32), display_name: 'a.txt', uid: 1, page_id: 1, item_id: 1, visit_times: 3 },
      ...{ addtime: 1_600_000_000, real_url: 'http://docs.example.test/Public/Uploads/a.txt' },
    },
  ],
  file_page: [{ id: 1, file_id: 1, item_id: 1, page_id: 1, addtime: 1_600_000_000 }],
  file_flow: [{ id: 1, uid: 1, used: 5, date_month: '2026-01' }],
  options: [{ option_id: 1, option_name: 'home_page', option_value: '1' }],
  item_group: [{ id: 1, uid: 1, group_name: 'Group', item_ids: '1,2', s_number: 1 }],
  item_sort: [{ id: 1, uid: 1, item_sort_data: '{"1":1}', item_group_id: 0 }],
  item_star: [{ id: 1, uid: 1, item_id: 1, s_number: 0, created_at: '2026-01-01 00:00:00' }],
  item_top: [{ id: 1, uid: 2, item_id: 1, addtime: 1_600_000_000 }],
  template: [{ id: 1, uid: 1, template_title: 'Template', template_content: 'text', addtime: '2026-01-01 00:00:00' }],
  template_item: [{ id: 1, template_id: 1, item_id: 1, uid: 1, created_at: '2026-01-01 00:00:00' }],
  mock: [{ id: 1, unique_key: 'm'.repeat(16), uid: 1, page_id: 1, template: '{}', path: '/a', item_id: 1 }],
  subscription: [{ id: 1, uid: 1, object_id: 1, object_type: 'page', action_type: 'update' }],
  item_change_log: [
    {
      ...{ id: 1, uid: 1, item_id: 1, op_action_type: 'update', op_object_type: 'page', op_object_id: 1 },
      ...{ op_object_name: 'Page 1', optime: '2026-01-01 00:00:00' },
    },
  ],
  page_comment: [{ comment_id: 1, page_id: 1, item_id: 1, uid: 1, parent_id: 0, content: 'good', is_deleted: 0 }],
  runapi_global_param: [{ id: 1, item_id: 1, param_type: 'query', content_json_str: '[]' }],
  message: [
    { id: 1, from_uid: 1, to_uid: 2, message_type: 'remind', message_content_id: 1, status: 0, addtime: 1 },
    { id: 2, from_uid: 0, to_uid: 2, message_type: 'announce', message_content_id: 2, status: 1, addtime: 1 },
  ],
  message_content: [
    {
      ...{
        id: 1,
        from_uid: 1,
        from_name: 'root',
        message_type: 'remind',
        message_content: 'look',
        action_type: 'update',
      },
      ...{ object_type: 'page', object_id: 1, addtime: '2026-01-01 00:00:00' },
    },
    { id: 2, from_uid: 0, message_type: 'announce_web', message_content: 'to all', addtime: '2026-01-01 00:00:00' },
  ],
  kanban_activity_log: [{ id: 1, item_id: 21, uid: 1, detail: 'moved', is_deleted: 0 }],
}
