import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newUser } from '#core/account/registration.ts'
import { ShowdocRefusal } from '#server/switch/refusal.ts'
import { showdocHash } from '#tests/support/showdoc.ts'
import { linkOpens, pagesOpenTo, PLACES, runFrom, siteOfMoves, type SiteOfMoves } from './site-of-moves.ts'

/** As ShowDoc has them: it gives no number of a page or of a former version again. */
const SHOWDOC = `
  create table user (uid integer primary key autoincrement, username text, password text, groupid int default 2,
    last_login_time int);
  create table item (item_id integer primary key autoincrement, item_name text, uid integer, password text default 'rowan',
    addtime int, last_update_time int, is_del int default 0);
  create table page (page_id integer primary key autoincrement, item_id integer, cat_id int default 0, page_title text,
    page_content text, author_uid integer, is_del int default 0, addtime int, s_number int default 99);
  create table page_history (page_history_id integer primary key autoincrement, page_id int, page_title text, page_content text,
    author_uid int, addtime int, cat_id int default 0);
  create table item_member (item_member_id integer primary key, item_id int, uid int, member_group_id int, cat_id int);
  create table item_change_log (id integer primary key, uid int, item_id int, op_action_type text, op_object_type text,
    op_object_id int, op_object_name text, remark text, optime text);
  create table single_page (id integer primary key, page_id int, unique_key text, expire_time int);
  insert into user values (1, 'ann', '${showdocHash('birch')}', 1, 1600000500), (2, 'tom', '${showdocHash('oak')}', 2, 1600000400);
  insert into item (item_id, item_name, uid, addtime, last_update_time) values (3, 'One', 1, 1600000000, 1600000100);
  insert into page (page_id, item_id, page_title, page_content, author_uid, addtime) values
    (30, 3, 'Page', 'before', 1, 1600000100), (31, 3, 'Other', 'x', 1, 1600000050);
  insert into page_history values (1, 30, 'Page', 'first', 1, 1600000010, 0);
  insert into item_member values (50, 3, 2, 1, 0);
  insert into item_change_log values (1, 1, 3, 'create', 'page', 30, 'Page', '', '2020-09-13 20:28:20');
  insert into single_page values (1, 30, 'kkkk', 0);`

/** What happens in ShowDoc after a copy of it was made, and the table that shows it. */
const CHANGES: Readonly<Record<string, { readonly statements: string; readonly table: string }>> = {
  'a page was saved': {
    statements: `update page set page_content = 'after', addtime = 1600000900 where page_id = 30`,
    table: 'page',
  },
  'a page was made': {
    statements: `insert into page (page_id, item_id, page_title, page_content, author_uid, addtime)
      values (32, 3, 'New', 'y', 1, 1600000020)`,
    table: 'page',
  },
  'a former version was kept': {
    statements: `insert into page_history values (2, 31, 'Other', 'w', 1, 1600000011, 0)`,
    table: 'page_history',
  },
  'something was put into the change log': {
    statements: `insert into item_change_log values (2, 1, 3, 'delete', 'member', 2, 'tom', '', '2020-09-13 20:29:20')`,
    table: 'item_change_log',
  },
  'an item was changed': {
    statements: `update item set last_update_time = 1600000901 where item_id = 3`,
    table: 'item',
  },
  'somebody logged in': { statements: `update user set last_login_time = 1600000902 where uid = 2`, table: 'user' },
}
const TAKEN = `delete from item_member; delete from single_page; update item set password = 'larch'`

const siteWith = async (place: (typeof PLACES)[number], isInto = false): Promise<SiteOfMoves> => {
  const site = await siteOfMoves(place, { statements: SHOWDOC, isInto })
  onTestFinished(() => site.close(), 60_000)
  if (isInto) {
    const { database: store, services } = site.application.product
    await store.users.insert(await newUser({ store, services }, { username: 'here', password: 'a long birch walk' }))
  }
  return site
}

async function copyOf({ folder }: SiteOfMoves): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'octavo-copy-'))
  onTestFinished(() => rm(copy, { recursive: true, force: true }))
  await cp(folder, copy, { recursive: true })
  return copy
}

describe.each(PLACES)('a copy of a ShowDoc that is older than the one that came last (%s)', (place) => {
  it.each([false, true])(
    'is refused, whatever shows it, and takes nothing back (beside content: %s)',
    async (isInto) => {
      const site = await siteWith(place, isInto)
      const { application } = site
      await site.run()
      let older = await copyOf(site)
      site.inShowdoc(TAKEN)
      for (const [what, { statements, table }] of Object.entries(CHANGES)) {
        site.inShowdoc(statements)
        await site.run()

        const refused: unknown = await runFrom(older, { application, isInto }).catch((error: unknown) => error)

        expect([what, refused instanceof ShowdocRefusal && refused.texts.en]).toEqual([
          what,
          expect.stringContaining(`its table ${table} is behind`),
        ])
        older = await copyOf(site)
      }
      expect(await stateOf(site)).toEqual({ text: 'after', toTom: [], isLinkOpen: false })
      expect((await runFrom(older, { application, isInto })).carried.wasDone).toBe(true)
    },
    240_000,
  )

  it('comes where somebody says so, and is the last one then', async () => {
    const site = await siteWith(place)
    const { application } = site
    await site.run()
    const older = await copyOf(site)
    site.inShowdoc(`${TAKEN}; ${CHANGES['a page was saved']?.statements ?? ''}`)
    await site.run()
    expect(await stateOf(site)).toEqual({ text: 'after', toTom: [], isLinkOpen: false })

    const { receipt } = await runFrom(older, { application, mayBeOlder: true })

    expect(receipt.isWhole).toBe(true)
    expect(await stateOf(site)).toMatchObject({ text: 'before', toTom: [30] })
    expect((await runFrom(older, { application })).carried.wasDone).toBe(true)
    expect((await site.run()).receipt.isWhole).toBe(true)
    expect(await stateOf(site)).toMatchObject({ text: 'after', toTom: [] })
  }, 240_000)

  it('is none where rows are deleted for good, or tables are missing from a dump', async () => {
    const site = await siteWith(place)
    await site.run()
    site.inShowdoc(
      `${TAKEN}; delete from user where uid = 2; delete from page where page_id = 31; drop table page_history; drop table item_change_log`,
    )

    expect((await site.run()).receipt.isWhole).toBe(true)
  }, 240_000)
})

async function stateOf(site: SiteOfMoves) {
  const ann = site.browser()
  await ann.logIn('ann', 'birch')
  const { data } = await ann.post('item/myList')
  const [item] = data as unknown as readonly { readonly item_id: number }[]
  const found = (await ann.post('item/info', { item_id: item?.item_id ?? 0 })).data
  const { pages } = (found as unknown as { menu: { pages: { page_id: number; page_title: string }[] } }).menu
  const pageId = pages.find(({ page_title }) => page_title === 'Page')?.page_id ?? 0
  return {
    text: (await ann.post('page/info', { page_id: pageId })).data['page_content'],
    toTom: await pagesOpenTo(site, ['tom', 'oak'], [pageId]),
    isLinkOpen: await linkOpens(site.browser(), 'kkkk'),
  }
}
