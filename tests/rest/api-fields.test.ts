import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { restCalls } from '#server/rest/calls.ts'
import { notesOf, wireName } from '#server/rest/wire.ts'
import { site, type Browser, type Envelope, type Site } from './harness.ts'
import { dataOf, type FormFields } from './replies.ts'
import { SPEC_CALLS } from './spec-calls.ts'

/** What kind of value a reply field holds; `flag` is 1 or 0, `boolean` one of the three that D05 shows as true or false. */
type Kind = 'number' | 'flag' | 'boolean' | 'text' | 'time' | 'list' | 'object'
type Fields = Readonly<Record<string, Kind>>

const isKind: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  number: (value) => typeof value === 'number',
  flag: (value) => value === 1 || value === 0,
  boolean: (value) => typeof value === 'boolean',
  text: (value) => typeof value === 'string',
  time: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(value),
  list: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

// Entities of the specification, section 3, as requirements ENT-… list them.
const USER: Fields = {
  username: 'text',
  name: 'text',
  email: 'text',
  email_verify: 'flag',
  groupid: 'number',
  user_token: 'text',
}
const ITEM: Fields = {
  item_id: 'number',
  item_name: 'text',
  item_description: 'text',
  item_domain: 'text',
  item_type: 'number',
  is_private: 'flag',
  creator: 'flag',
  item_edit: 'boolean',
  item_manage: 'boolean',
  is_archived: 'flag',
}
const ITEM_INFO: Fields = {
  ...ITEM,
  is_login: 'boolean',
  menu: 'object',
  default_page_id: 'number',
  default_cat_id2: 'number',
  default_cat_id3: 'number',
  default_cat_id4: 'number',
  global_param: 'object',
  show_watermark: 'flag',
  unread_count: 'number',
}
const ITEM_DETAIL: Fields = { item_name: 'text', item_description: 'text', item_domain: 'text', password: 'text' }
const RECYCLED: Fields = { page_id: 'number', page_title: 'text', del_by_username: 'text', del_time: 'time' }
const MENU_PAGE: Fields = { page_id: 'number', page_title: 'text' }
const CATALOG: Fields = {
  cat_id: 'number',
  cat_name: 'text',
  parent_cat_id: 'number',
  level: 'number',
  s_number: 'number',
}
const PAGE: Fields = {
  page_id: 'number',
  page_title: 'text',
  page_content: 'text',
  cat_id: 'number',
  item_id: 'number',
  author_username: 'text',
  addtime: 'time',
  unique_key: 'text',
  s_number: 'number',
  attachment_count: 'number',
}
const VERSION: Fields = {
  page_history_id: 'number',
  addtime: 'time',
  author_username: 'text',
  page_comments: 'text',
  page_content: 'text',
}

const CHANGE: Fields = {
  optime: 'time',
  oper: 'text',
  op_action_type: 'text',
  op_object_type: 'text',
  op_action_type_desc: 'text',
  op_object_type_desc: 'text',
  op_object_name: 'text',
  op_object_id: 'number',
}

/** An item with a catalog, and in it a page that has a version; both belong to the caller. */
interface Scene {
  readonly itemId: number
  readonly catId: number
  readonly pageId: number
  readonly versionId: number
  readonly recycledId: number
  readonly password: string
  readonly username: string
}

/** One call with every parameter it states. `of` picks what has the fields out of the reply. */
interface Row {
  readonly path: string
  /** The requirements of these parameters, for the name of the test. */
  readonly proves?: string
  readonly sends: (scene: Scene) => FormFields
  readonly reply: Fields
  readonly of?: (data: Envelope['data']) => unknown
}
const first = (data: readonly unknown[]): unknown => data[0]
const json = JSON.stringify
const named = { item_name: 'Orders', item_description: 'd' }

const ROWS: readonly Row[] = [
  {
    path: 'common/homePageSetting',
    sends: () => ({}),
    reply: { beian: 'text', home_page: 'number', home_item: 'number' },
  },
  { path: 'common/version', sends: () => ({}), reply: { version: 'text' } },
  { path: 'user/oauthInfo', sends: () => ({}), reply: { oauth2_open: 'flag', oauth2_entrance_tips: 'text' } },
  { path: 'user/login', sends: ({ username, password }) => ({ username, password, v_code: '' }), reply: USER },
  { path: 'user/info', sends: () => ({ redirect_login: 'false' }), reply: USER },
  {
    path: 'user/allUser',
    sends: ({ username }) => ({ username }),
    reply: { uid: 'number', username: 'text', name: 'text' },
    of: first,
  },
  { path: 'item/myList', sends: () => ({ item_group_id: 0, original: 1 }), reply: ITEM, of: first },
  { path: 'item/sort', sends: ({ itemId }) => ({ data: json({ [itemId]: 1 }), item_group_id: 0 }), reply: {} },
  {
    path: 'item/add',
    proves: '[ADD-03]',
    sends: () => ({ ...named, item_type: 1, item_domain: 'fields1', password: 'secret' }),
    reply: { item_id: 'number' },
  },
  {
    path: 'item/add',
    sends: ({ itemId }) => ({ copy_item_id: itemId, name: 'Copy', description: 'd', password: '' }),
    reply: { item_id: 'number' },
  },
  {
    path: 'item/info',
    sends: ({ itemId, pageId }) => ({ item_id: itemId, keyword: '', default_page_id: pageId }),
    reply: ITEM_INFO,
  },
  {
    path: 'item/info',
    sends: ({ itemId }) => ({ item_id: itemId }),
    reply: { ...CATALOG, pages: 'list', catalogs: 'list' },
    of: ({ menu }) => menu.catalogs[0],
  },
  {
    path: 'item/info',
    sends: ({ itemId }) => ({ item_id: itemId }),
    reply: MENU_PAGE,
    of: ({ menu }) => menu.catalogs[0].pages[0],
  },
  {
    path: 'item/info',
    sends: ({ itemId }) => ({ item_id: itemId }),
    reply: { query: 'list', body: 'list', header: 'list' },
    of: ({ global_param: params }) => params,
  },
  { path: 'item/detail', sends: ({ itemId }) => ({ item_id: itemId }), reply: ITEM_DETAIL },
  {
    path: 'item/pwd',
    proves: '[PWD-05]',
    sends: ({ itemId, pageId }) => ({ item_id: itemId, page_id: pageId, password: '', v_code: '' }),
    reply: {},
  },
  {
    path: 'item/update',
    sends: ({ itemId }) => ({ ...named, item_id: itemId, item_domain: 'fields2', password: 'secret' }),
    reply: {},
  },
  {
    path: 'item/search',
    sends: ({ itemId }) => ({ keyword: 'second', item_id: itemId }),
    reply: { item_name: 'text', page_title: 'text', search_content: 'text' },
    of: ({ pages }) => pages[0],
  },
  {
    path: 'item/getChangeLog',
    sends: ({ itemId }) => ({ page: 1, count: 10, item_id: itemId }),
    reply: CHANGE,
    of: ({ list }) => list[0],
  },
  { path: 'page/info', sends: ({ pageId }) => ({ page_id: pageId }), reply: PAGE },
  {
    path: 'page/setLock',
    sends: ({ itemId, pageId }) => ({ page_id: pageId, item_id: itemId, lock_to: 1000 }),
    reply: {},
  },
  {
    path: 'page/isLock',
    sends: ({ pageId }) => ({ page_id: pageId }),
    reply: { lock: 'number', is_cur_user: 'number', lock_username: 'text' },
  },
  { path: 'page/history', sends: ({ pageId }) => ({ page_id: pageId }), reply: VERSION, of: first },
  {
    path: 'page/updateHistoryComments',
    sends: ({ pageId, versionId }) => ({ page_id: pageId, page_history_id: versionId, page_comments: 'noted' }),
    reply: {},
  },
  {
    path: 'page/diff',
    sends: ({ pageId, versionId }) => ({ page_id: pageId, page_history_id: versionId }),
    reply: { page_content: 'text' },
    of: ({ page }) => page,
  },
  {
    path: 'page/diff',
    sends: ({ pageId, versionId }) => ({ page_id: pageId, page_history_id: versionId }),
    reply: { page_content: 'text' },
    of: ({ history_page: version }) => version,
  },
  {
    path: 'page/sort',
    sends: ({ itemId, pageId }) => ({ pages: json({ [pageId]: 1 }), item_id: itemId }),
    reply: {},
  },
  {
    path: 'page/save',
    sends: ({ itemId, pageId, catId }) => ({
      page_id: pageId,
      item_id: itemId,
      page_title: 'Third',
      page_content: 'third',
      is_urlencode: 1,
      cat_id: catId,
      is_notify: 1,
      notify_content: 'look',
    }),
    reply: { page_id: 'number' },
  },
  { path: 'page/delete', sends: ({ pageId }) => ({ page_id: pageId }), reply: {} },
  {
    path: 'catalog/catListGroup',
    sends: ({ itemId }) => ({ item_id: itemId }),
    reply: { ...CATALOG, sub: 'list' },
    of: first,
  },
  { path: 'catalog/catListName', sends: ({ itemId }) => ({ item_id: itemId }), reply: CATALOG, of: first },
  {
    path: 'catalog/getPagesBycat',
    sends: ({ itemId, catId }) => ({ item_id: itemId, cat_id: catId }),
    reply: MENU_PAGE,
    of: first,
  },
  {
    path: 'catalog/save',
    sends: ({ itemId, catId }) => ({ item_id: itemId, cat_id: catId, parent_cat_id: 0, cat_name: 'Renamed' }),
    reply: CATALOG,
  },
  {
    path: 'catalog/batUpdate',
    sends: ({ itemId, catId }) => ({
      item_id: itemId,
      cats: json([{ cat_id: catId, cat_name: 'Sorted', parent_cat_id: 0, level: 2, s_number: 3 }]),
    }),
    reply: {},
  },
  {
    path: 'catalog/copy',
    sends: ({ itemId, catId }) => ({ cat_id: catId, new_p_cat_id: catId, to_item_id: itemId, is_del: 0 }),
    reply: CATALOG,
  },
  { path: 'catalog/delete', sends: ({ itemId, catId }) => ({ item_id: itemId, cat_id: catId }), reply: {} },
  {
    path: 'item/attorn',
    sends: ({ itemId, username, password }) => ({ item_id: itemId, username, password }),
    reply: {},
  },
  { path: 'item/archive', sends: ({ itemId, password }) => ({ item_id: itemId, password }), reply: {} },
  { path: 'recycle/getList', sends: ({ itemId }) => ({ item_id: itemId }), reply: RECYCLED, of: first },
  {
    path: 'recycle/recover',
    sends: ({ itemId, recycledId }) => ({ item_id: itemId, page_id: recycledId }),
    reply: {},
  },
  { path: 'item/delete', sends: ({ itemId, password }) => ({ item_id: itemId, password }), reply: {} },
]

let here: Site
let owner: Browser
beforeAll(async () => {
  here = await site()
  owner = await here.browserOf(here.world.owner)
})
afterAll(() => here.close())

async function scene(): Promise<Scene> {
  const { world } = here
  const item = await world.addItem()
  const catalog = await world.addCatalog(item)
  const page = await world.addPage(item, { catalogId: catalog.id })
  await dataOf(owner, 'page/save', { page_id: page.id, page_title: 'Second', page_content: 'second' })
  const [version] = await dataOf(owner, 'page/history', { page_id: page.id })
  const recycled = await world.addPage(item)
  await dataOf(owner, 'page/delete', { page_id: recycled.id })
  return {
    itemId: item.id,
    catId: catalog.id,
    pageId: page.id,
    versionId: version.page_history_id,
    recycledId: recycled.id,
    password: world.password,
    username: world.owner.username,
  }
}

describe('the replies of every built call', () => {
  const titled = ROWS.map((row) => ({ title: row.proves ? `${row.proves} ${row.path}` : row.path, ...row }))

  it.each(titled)(
    '$title takes its parameters and has the fields of its entity',
    async ({ path, sends, reply, of }) => {
      const data = await dataOf(owner, path, sends(await scene()))

      const entity = (of ? of(data) : data) as Readonly<Record<string, unknown>>
      for (const [name, kind] of Object.entries(reply)) {
        expect(isKind[kind](entity[name]), `${name} is a ${kind}, not ${json(entity[name])}`).toBe(true)
      }
    },
  )

  it('names a time nowhere but as a time text', async () => {
    const { pageId } = await scene()

    const [version] = await dataOf(owner, 'page/history', { page_id: pageId })

    expect(isKind.time(version.addtime)).toBe(true)
    expect(json(version)).not.toMatch(/\d{4}-\d{2}-\d{2}T/)
  })
})

// Read by the REST edge itself, or of no meaning to the server: accepted with every call.
const OF_THE_EDGE = new Set(['user_token', 'is_urlencode', 'rand', 'redirect_login'])

describe('the parameters of every built call', () => {
  const calls = restCalls(coreOperations)
  const built = SPEC_CALLS.filter(({ path }) => calls.has(path.replace('/api/', '').toLowerCase()))

  it.each(built)('$id $path', ({ path, fields }) => {
    const shape: Readonly<Record<string, Parameters<typeof notesOf>[0]>> = calls.get(
      path.replace('/api/', '').toLowerCase(),
    )?.operation.input.shape
    const known = Object.entries(shape).flatMap(([key, field]) => [
      wireName(key, field),
      ...(notesOf(field).alsoNamed ?? []),
    ])

    expect(fields.filter((name) => !known.includes(name) && !OF_THE_EDGE.has(name))).toEqual([])
  })
})
