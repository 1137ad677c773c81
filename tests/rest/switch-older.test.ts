import { deflateSync } from 'node:zlib'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_PREFERENCES } from '#core/account/preferences.ts'
import type { ComposedApplication } from '#server/application.ts'
import { carry, type Carried } from '#server/switch/carry.ts'
import { openShowdoc } from '#server/switch/look.ts'
import { receiptOf, type Receipt } from '#server/switch/receipt.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { layShowdoc, sumOfText } from '#tests/support/showdoc.ts'
import { emptySite } from './moved-site.ts'

const PLACES = ['embedded' as const, ...(POSTGRES_URL ? ['PostgreSQL' as const] : [])]

/**
 * A ShowDoc that was updated over years: rows of people and items that are gone, from before columns had defaults, and
 * with everything that only some installations use.
 */
const OLDER = `
  create table user (uid integer primary key autoincrement, username char(20), groupid tinyint default 2, name char(15),
    avatar char(200), avatar_small char(200), email char(50), password char(50), cookie_token char(50), reg_time int,
    last_login_time int);
  create table item (item_id integer primary key autoincrement, item_name char(50), item_description char(225), uid int,
    username char(50), password char(50), addtime int, last_update_time int, item_domain text default '', item_type int,
    is_archived int, is_del int);
  create table catalog (cat_id integer primary key autoincrement, cat_name char(20), item_id int, s_number int, addtime int,
    parent_cat_id int, level int);
  create table page (page_id integer primary key autoincrement, author_uid int, author_username char(50), item_id int,
    cat_id int, page_title char(50), page_content text, s_number int, addtime int, is_del int);
  create table page_history (page_history_id integer primary key autoincrement, page_id int, author_uid int,
    author_username char(50), item_id int, cat_id int, page_title char(50), page_content text, s_number int, addtime int);
  create table item_member (item_member_id integer primary key autoincrement, item_id int, uid int, username char(50),
    addtime int);
  insert into user (uid, username, groupid, email, password, reg_time) values
    (1, 'showdoc', 1, '', 'a89da13684490eb9ec9e613f91d24d00', 0), (2, '', 2, 'a@example.test', '', null),
    (3, '', 2, 'A@Example.test', '', 0), (4, 'ann@example.test', 2, 'ann@example.test', '', 1500000000),
    (5, '张三 &amp; Söhne', 2, null, '', 1500000000), (6, 'of-ldap', 2, '', '', 1500000000), (7, 'Here', 2, '', '', 0),
    (8, 'ｈｅｒｅ', 2, '', '', 0);
  insert into item (item_id, item_name, uid, password, addtime, item_domain, item_type, is_archived, is_del) values
    (1, 'Of nobody', 99, '', 0, 'taken', null, null, null), (2, '接口 &amp; API', 4, '', 1500000000, '', 3, 0, 0),
    (3, '表格', 5, 'a&lt;b', 1500000001, 'same', 4, 0, 0), (4, 'One page', 6, '', 1500000002, 'SAME', 2, 1, 0),
    (5, 'Deleted', 1, '', 1500000003, '', 1, 0, 1), (6, '', 7, null, null, null, '1', '0', '');
  insert into catalog (cat_id, cat_name, item_id, s_number, parent_cat_id, level) values (1, 'A', 1, 1, 0, 2),
    (2, 'B', 1, null, 1, null), (3, 'of a deleted item', 5, 1, 0, 2), (4, 'of no item', 77, 1, 0, 2),
    (5, '自己', 1, 1, 5, 2), (6, 'of another item', 2, 1, 1, 3), (-7, 'negative', 1, 1, 0, 2);
  insert into item_member (item_id, uid, addtime) values (1, 4, 0), (1, 98, 0), (5, 4, 0), (2, 4, 1), (2, '5', '1');`

/** What pages hold in such installations, as stored and as people read it. */
const CONTENTS: readonly (readonly [stored: string, read: string])[] = [
  ['# plain\n', '# plain\n'],
  ['', ''],
  ['a &lt;b&gt; &amp;amp; &quot;c&quot; &#039;d&#039;', `a <b> &amp; "c" 'd'`],
  ['<b>never escaped</b> "x"', '<b>never escaped</b> "x"'],
  [deflateSync('packed &lt;i&gt; 中文').toString('base64'), 'packed <i> 中文'],
  ['eJwnot packed at all', 'eJwnot packed at all'],
  ['&nbsp;&copy; 😀\r\n\tend  ', '&nbsp;&copy; 😀\r\n\tend  '],
  [JSON.stringify({ info: { from: 'runapi', url: '/a?b=1&c=2' } }).replaceAll('"', '&quot;'), ''],
  [JSON.stringify([{ name: 'Sheet1', rows: {} }]), ''],
]
/** Who was there before makes no difference to it, and it takes longer than all else. */
const LARGEST = ['中'.repeat(7_000_000), ''] as const

interface Run {
  readonly carried: Carried
  readonly receipt: Receipt
}

describe.each(PLACES.flatMap((place) => [[place, 'on its own'] as const, [place, 'beside others'] as const]))(
  'a ShowDoc that was updated over years (%s, %s)',
  (place, manner) => {
    const contents = manner === 'on its own' ? [...CONTENTS, LARGEST] : CONTENTS
    let folder: string
    let application: ComposedApplication
    let server: Awaited<ReturnType<typeof newServerDatabase>> | null = null
    const run = async (only: number | null = null): Promise<Run> => {
      const showdoc = await openShowdoc(folder, only)
      try {
        const carried = await carry({ showdoc, application, isInto: true, say: () => undefined })
        return { carried, receipt: await receiptOf({ showdoc, carried, application }) }
      } finally {
        await showdoc.close()
      }
    }
    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'octavo-older-'))
      const database = new DatabaseSync(layShowdoc(folder, OLDER))
      const page = database.prepare(
        'insert into page (item_id, author_uid, cat_id, page_title, page_content, addtime, is_del) values (?, ?, ?, ?, ?, ?, ?)',
      )
      const former = database.prepare(
        'insert into page_history (page_id, page_title, page_content, addtime) values (?, ?, ?, ?)',
      )
      for (const [at, [stored]] of contents.entries()) {
        page.run(
          [1, 2, 3, 4, 6][at % 5] ?? 1,
          [4, 99, 0][at % 3] ?? 0,
          [1, 2, 99][at % 3] ?? 0,
          `P${at}`,
          stored,
          0,
          null,
        )
        if (stored.length < 1_000) former.run(at + 1, `P${at}`, stored, at % 2)
      }
      page.run(5, 1, 3, 'Deleted item', 'x', 1, 0)
      page.run(77, 1, 0, 'No item', 'x', 1, 0)
      page.run(1, 1, 0, 'Deleted', 'in the bin', 1, 1)
      former.run(999, 'Gone', 'x', 1)
      database.close()
      server = place === 'PostgreSQL' ? await newServerDatabase() : null
      application = await emptySite(server ? { DATABASE_URL: server.url } : {})
      if (manner === 'beside others') await addPeople()
    }, 240_000)
    afterAll(async () => {
      await application.close()
      await server?.drop()
      await rm(folder, { recursive: true, force: true })
    })

    /** Somebody of the same name, and items with the same numbers and domains. */
    async function addPeople(): Promise<void> {
      const { users, items } = application.product.database
      const now = new Date()
      const here = await users.insert({
        ...{ username: 'here', name: '', email: 'ann@example.test', isAdmin: true, isEmailVerified: false },
        ...{ isSwitchedOff: false, hasSecondFactor: false, mustChangePassword: false, passwordHash: null },
        ...{ registeredAt: now, lastLoginAt: null, ...NO_PREFERENCES },
      })
      for (const domain of ['taken', 'same', null])
        await items.insert({
          ...{ name: 'Here', description: '', type: 'regular', ownerId: here.id, visitPassword: null, domain },
          ...{ visitGeneration: 0, isMembersOnly: false, isArchived: false, createdAt: now, updatedAt: now },
          globalParams: { query: [], body: [], header: [] },
        })
    }

    it('comes one item at first, and is whole', async () => {
      const { receipt } = await run(2)

      expect([receipt.isWhole, receipt.from.item]).toEqual([true, 2])
    }, 240_000)

    it('has every text byte for byte, and tells of every row that stays behind', async () => {
      const { carried, receipt } = await run()

      expect(receipt.isWhole).toBe(true)
      expect(receipt.tables.filter(({ read, carried, kept, left }) => carried + kept + left !== read)).toEqual([])
      // Each row that was left is there with its reason, once.
      for (const { name, left, reason } of receipt.tables) {
        if (reason !== null) continue
        const told = receipt.left.filter(({ table }) => table === name)
        const unreadable = receipt.unreadable.filter(({ table }) => table === name)
        expect([name, new Set(told.map(({ id }) => id)).size + unreadable.length]).toEqual([name, left])
      }
      const idHere = (table: 'item' | 'page', id: number): number =>
        carried.arrangement.idsHere.get(table)?.get(id) ?? expect.fail()
      const sums = new Map<number, string>()
      for (const itemId of [1, 2, 3, 4, 6])
        for (const [id, sum] of await application.carrying.carry((rows) => rows.sumsOfPages(idHere('item', itemId))))
          sums.set(id, sum)
      const wrong = contents.flatMap(([stored, read], at) => {
        const wanted = read === '' ? stored.replaceAll('&quot;', '"') : read
        return sums.get(idHere('page', at + 1)) === sumOfText(wanted) ? [] : [at]
      })
      expect(wrong).toEqual([])
      // The page in the recycle bin, too.
      expect(sums.get(idHere('page', contents.length + 3))).toBe(sumOfText('in the bin'))
    }, 240_000)

    it('writes nothing when it comes once more', async () => {
      const { carried, receipt } = await run()

      expect([carried.wasDone, receipt.isWhole, receipt.kept]).toEqual([true, true, []])
    }, 240_000)
  },
)
