import { DatabaseSync } from 'node:sqlite'
import { mkdir, open, readFile, readlink, symlink, truncate, writeFile, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { carry, type Carried } from '#server/switch/carry.ts'
import { carryWithReceipt } from '#server/switch/carry-with-receipt.ts'
import { openShowdoc } from '#server/switch/look.ts'
import { receiptPage } from '#server/switch/receipt-page.ts'
import { receiptOf, type Receipt } from '#server/switch/receipt.ts'
import { madeShowdoc, sumOfText } from '#tests/support/showdoc.ts'
import { emptySite, movedSite, type MovedSite } from './moved-site.ts'

const TABLES = `
  create table user (uid integer primary key, username text, password text, groupid int default 2);
  create table item (item_id integer primary key, item_name text, uid integer, addtime int);
  create table catalog (cat_id integer primary key, item_id int, parent_cat_id int default 0, cat_name text, s_number int);
  create table page (page_id integer primary key, item_id integer, cat_id int default 0, page_title text, page_content text);
  create table page_history (page_history_id integer primary key, page_id int, page_title text, page_content text);
  create table upload_file (file_id integer primary key, sign text, display_name text, uid int, page_id int, item_id int,
    real_url text, addtime int);
  create table file_page (id integer primary key, file_id int, item_id int, page_id int, addtime int);`

/** Everything that is told of one row. */
const toldOf = ({ receipt }: MovedSite, table: string, id: number): string =>
  [...receipt.left, ...receipt.changed]
    .filter((finding) => finding.table === table && finding.id === id)
    .map(({ reason }) => reason)
    .join('\n')

it('brings pages of 5 MB, catalogs in a circle and accounts whose names differ by case, and tells of what it changed', async () => {
  const large = `${'第一行 of a large page\n'.repeat(200_000)}end`
  const { folder, file } = await madeShowdoc(`${TABLES}
    insert into user values (1, 'root', '', 1), (2, 'Ann', '', 2), (3, 'ann', '', 2);
    insert into item values (5, 'Large', 2, 1600000000), (6, 'Of the other', 3, 1600000001);
    insert into catalog values (20, 5, 21, 'One', 1), (21, 5, 22, 'Two', 1), (22, 5, 20, 'Three', 1), (23, 5, 23, 'Own', 1),
      (24, 5, 99, 'Of one that is gone', 1), (25, 5, 0, ' ', 1), (26, 6, 0, 'Of the other', 1);
    insert into page values (31, 5, 20, 'In a circle', 'text'), (32, 5, 23, 'In itself', 'text'), (33, 5, 24, 'Below', 'text'),
      (34, 5, 98, 'In one that is gone', 'text'), (35, 5, 26, 'In one of the other item', 'text'),
      (36, 5, -7, 'In less than none', 'text');
    update item set addtime = -5 where item_id = 6;`)
  const database = new DatabaseSync(file)
  database.prepare('insert into page values (30, 5, 0, ?, ?)').run('Large', large)
  database.prepare('insert into page_history values (40, 30, ?, ?)').run('Large', `${large} before`)
  database.close()

  const site = await movedSite(folder)
  onTestFinished(() => site.close(), 60_000)

  expect(Buffer.byteLength(large)).toBeGreaterThan(4_900_000)
  expect(site.receipt.isWhole).toBe(true)
  const found = await site.application.carrying.carry(async (rows) => ({
    pages: await rows.sumsOfPages(5),
    versions: await rows.sumsOfVersions(5),
  }))
  expect([found.pages.get(30), found.versions.get(40)]).toEqual([sumOfText(large), sumOfText(`${large} before`)])
  expect([...found.pages.keys()].toSorted((a, b) => a - b)).toEqual([30, 31, 32, 33, 34, 35, 36])
  const catalogs = await site.application.product.database.catalogs.ofItem(5)
  expect(catalogs.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([20, 21, 22, 23, 24, 25])
  expect([34, 35, 36].map((id) => toldOf(site, 'page', id))).toEqual(
    ['catalogGone', 'catalogGone', 'valueUnfit'].map((reason) => expect.stringContaining(reason) as string),
  )
  expect([toldOf(site, 'catalog', 25), toldOf(site, 'item', 6)]).toEqual(['itemWithoutName', 'valueUnfit'])
  // Whoever goes up from any of them comes to the root.
  const parentOf = new Map(catalogs.map(({ id, parentId }) => [id, parentId]))
  for (const { id } of catalogs) {
    let above = parentOf.get(id) ?? null
    for (let steps = 0; above !== null; steps += 1) {
      expect([id, steps < catalogs.length]).toEqual([id, true])
      above = parentOf.get(above) ?? null
    }
  }
  const { users } = site.application.product.database
  const [ann, other] = [await users.byId(2), await users.byId(3)]
  expect(ann?.username.toLowerCase()).not.toBe(other?.username.toLowerCase())
  expect(`${toldOf(site, 'user', 2)}${toldOf(site, 'user', 3)}`).not.toBe('')
  expect((await site.application.product.database.access.ofItem(6, null))?.item.ownerId).toBe(3)
}, 240_000)

it('tells of files that are missing, are links or lie elsewhere, and brings all others', async () => {
  const sign = (at: number): string => String(at).padStart(32, '0')
  const at = (name: string): string => `http://docs.example.test/Public/Uploads/${name}`
  const { folder } = await madeShowdoc(`${TABLES}
    insert into user values (1, 'root', '', 1);
    insert into item values (5, 'Files', 1, 1600000000);
    insert into page values (30, 5, 0, 'Page', 'text');
    insert into upload_file values (1, '${sign(1)}', 'here.txt', 1, 30, 5, '${at('here.txt')}', 1),
      (2, '${sign(2)}', 'missing.txt', 1, 30, 5, '${at('missing.txt')}', 1),
      (3, '${sign(3)}', 'link.txt', 1, 30, 5, '${at('link.txt')}', 1),
      (4, '${sign(4)}', 'passwd', 1, 30, 5, '${at('../../../../../../etc/passwd')}', 1),
      (5, '${sign(5)}', 'empty.txt', 1, 30, 5, '${at('empty.txt')}', 1),
      (6, '${sign(6)}', 'below.txt', 1, 30, 5, '${at('linked/below.txt')}', 1),
      (7, '${sign(7)}', 'elsewhere', 1, 30, 5, 'file:///etc/passwd', 1),
      (8, '${sign(8)}', 'failing.txt', 1, 30, 5, '${at('failing.txt')}', 1),
      (9, '${sign(9)}', 'shrinking.txt', 1, 30, 5, '${at('shrinking.txt')}', 1);`)
  const uploads = path.join(folder, 'Public/Uploads')
  await mkdir(path.join(folder, 'outside'), { recursive: true })
  await mkdir(uploads, { recursive: true })
  await writeFile(path.join(folder, 'outside/below.txt'), 'secret')
  await writeFile(path.join(uploads, 'here.txt'), 'text of a file')
  await writeFile(path.join(uploads, 'empty.txt'), '')
  await symlink('/etc/passwd', path.join(uploads, 'link.txt'))
  await symlink(path.join(folder, 'outside'), path.join(uploads, 'linked'))
  await writeFile(path.join(uploads, 'failing.txt'), 'text on a failing disk')
  const shrinking = path.join(uploads, 'shrinking.txt')
  await writeFile(shrinking, 'text that becomes shorter')
  const failing = await failingReads('failing.txt')

  const site = await movedSite(folder)
  onTestFinished(() => site.close(), 60_000)

  expect(site.receipt.isWhole).toBe(true)
  const { attachments } = site.application.product.database
  expect((await attachments.byToken(sign(1)))?.attachment.bytes).toBe(14)
  for (const id of [2, 3, 4, 6, 7, 8]) {
    expect([id, await attachments.byToken(sign(id))]).toEqual([id, null])
    expect([id, toldOf(site, 'upload_file', id)]).not.toEqual([id, ''])
  }
  expect(toldOf(site, 'upload_file', 8)).toBe('readFailed')
  const { read = 0, carried = 0, left = 0 } = site.receipt.tables.find(({ name }) => name === 'upload_file') ?? {}
  expect([read, carried + left]).toEqual([9, 9])

  failing.mockRestore()
  const { application, showdoc } = site
  const carriedAgain = await carry({ showdoc, application, say: () => undefined })
  expect((await attachments.byToken(sign(8)))?.attachment.bytes).toBe(22)
  const shortened = await failingReads('shrinking.txt', () => truncate(shrinking, 4))
  const receipt = await receiptOf({ showdoc, carried: carriedAgain, application })
  shortened.mockRestore()
  expect([receipt.isWhole, receipt.attachments.differing]).toEqual([false, ['shrinking.txt']])
}, 240_000)

/** Files are read as ever, but for this one. @param before what happens before it is read; it fails when left out */
async function failingReads(name: string, before?: () => Promise<unknown>) {
  const handle = await open(import.meta.filename)
  const kind = Object.getPrototypeOf(handle) as FileHandle
  await handle.close()
  const { read } = kind
  return vi.spyOn(kind, 'read').mockImplementation(async function (this: FileHandle, ...given: unknown[]) {
    if ((await readlink(`/proc/self/fd/${this.fd}`)).endsWith(`/${name}`)) {
      if (!before) throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' })
      await before()
    }
    return Reflect.apply(read, this, given) as ReturnType<FileHandle['read']>
  })
}

it('tells of a damage that it meets on its way, and goes on with a copy that has none', async () => {
  const { folder, file } = await madeShowdoc(`pragma page_size = 4096;
    create table user (uid integer primary key, username text, password text);
    create table item (item_id integer primary key, item_name text, uid integer);
    create table page (page_id integer primary key, item_id integer, page_title text, page_content text);
    insert into user values (1, 'root', ''); insert into item values (4, 'Before', 1), (5, 'Orders', 1);
    insert into page values (29, 4, 'Before', 'text'), (30, 5, 'Short', 'text'), (31, 5, 'Long', hex(randomblob(100000)));`)
  const whole = await readFile(file)
  // Each page of a long text starts with the number of the next one.
  await writeFile(file, Buffer.from(whole).fill(0xff, 4096 * 25, 4096 * 25 + 4))
  const application = await emptySite()
  onTestFinished(() => application.close(), 60_000)
  const come = async (): Promise<Receipt> => {
    const showdoc = await openShowdoc(folder)
    try {
      return (await carryWithReceipt({ showdoc, application, say: () => undefined })).receipt
    } finally {
      await showdoc.close()
    }
  }

  await expect(come()).rejects.toMatchObject({
    name: 'ShowdocRefusal',
    message: expect.stringMatching(/malformed[^]*it is damaged/) as unknown,
  })
  await writeFile(file, whole)

  const receipt = await come()
  expect([receipt.isWhole, receipt.problems.map(({ code }) => code)]).toEqual([
    true,
    ['problemNoSchema', 'problemMissingTables'],
  ])
  expect(receiptPage(receipt, 'en')).toContain('What was found before the move')
  expect((await application.product.database.pages.headsOf(5)).map(({ id }) => id).toSorted()).toEqual([30, 31])
}, 240_000)

it('brings whiteboards of any depth, and keeps chats without a number of their own for the operator', async () => {
  const { folder, file } = await madeShowdoc(`${TABLES}
    alter table item add column item_type int default 1;
    create table ai_chat_sessions (id, uid int, item_id int, is_del int);
    create table ai_chat_messages (id integer primary key, session_id, role text, content text);
    insert into user values (1, 'root', '', 1);
    insert into item values (5, 'Board', 1, 1600000000, 5);
    insert into ai_chat_sessions values (1, 1, 5, 0), (1, 1, 5, 0), (2.5, 1, 5, 0), (0, 1, 5, 0), ('x', 1, 5, 0),
      (null, 1, 5, 0), (4294967296, 1, 5, 0), (1, 1, 5, 1);
    insert into ai_chat_messages values (1, 1, 'user', 'first'), (2, 2.5, 'user', 'half'), (3, null, 'user', 'of none');`)
  const depth = 20_000
  const board = `${'{"objects":['.repeat(depth)}{"text":"deep within"}${']}'.repeat(depth)}`
  const database = new DatabaseSync(file)
  database.prepare('insert into page values (30, 5, 0, ?, ?)').run('Board', board)
  database.close()

  const site = await movedSite(folder)
  onTestFinished(() => site.close(), 60_000)

  expect(site.receipt.isWhole).toBe(true)
  const { forOperators, inPages } = site.carried.kept
  const rows = (name: string) => [...(forOperators.find(({ table }) => table === name)?.rows ?? [])]
  expect([...inPages]).toEqual([
    ['ai_chat_sessions', 1],
    ['ai_chat_messages', 1],
  ])
  expect(rows('ai_chat_sessions').map(({ id, is_del: isDeleted }) => [id, isDeleted])).toEqual([
    ...[[1, 0] as const, [2.5, 0] as const, [0, 0] as const, ['x', 0] as const, [null, 0] as const],
    ...[[4_294_967_296, 0] as const, [1, 1] as const],
  ])
  expect(rows('ai_chat_messages').map(({ content }) => content)).toEqual(['half', 'of none'])
  const texts: string[] = []
  for (const { id } of await site.application.product.database.pages.headsOf(5)) {
    const { data } = await site.browser().post('page/info', { page_id: id })
    texts.push(String(data.page_content))
  }
  expect(texts.join('\n')).toContain('- deep within')
}, 240_000)

it('reads a ShowDoc that is locked, and tells what to do about one that is empty or gone', async () => {
  const { folder, file } = await madeShowdoc(`${TABLES}
    insert into user values (1, 'root', '', 1); insert into item values (5, 'Orders', 1, 1600000000);`)
  const running = new DatabaseSync(file)
  running.exec(`begin exclusive; update item set item_name = 'Half done'`)
  const showdoc = await openShowdoc(folder)
  expect([...showdoc.database.stored('select item_name from item')]).toEqual([{ item_name: 'Orders' }])
  await showdoc.close()
  running.exec('rollback')
  running.close()

  await truncate(file, 0)
  await expect(openShowdoc(folder)).rejects.toThrow(/no table user/)
  await expect(openShowdoc(path.join(folder, 'none'))).rejects.toThrow(/none/)
})

it('lets one of two that come at once go on, and half of nothing is there', async () => {
  const make = (name: string, time: number) =>
    madeShowdoc(`${TABLES} insert into user values (1, '${name}', '', 1);
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 20)
        insert into item select i, '${name} ' || i, 1, ${time} + i from n;
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 100)
        insert into page select i, i % 20 + 1, 0, 'Page ' || i, 'text of ' || i from n;`)
  const application = await emptySite()
  onTestFinished(() => application.close(), 60_000)
  const folders = [await make('ann', 1_500_000_000), await make('tom', 1_600_000_000)]

  const come = async (folder: string): Promise<Carried> => {
    const showdoc = await openShowdoc(folder)
    try {
      return await carry({ showdoc, application, isInto: true, say: () => undefined })
    } finally {
      await showdoc.close()
    }
  }

  const ended = await Promise.allSettled(folders.map(({ folder }) => come(folder)))

  expect(ended.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  for (const { folder } of folders) await come(folder)
  for (const { folder } of folders) expect((await come(folder)).wasDone).toBe(true)
  const ids = await application.carrying.carry((rows) => rows.idsOf('item'))
  expect(ids).toHaveLength(40)
  for (const id of ids) expect([id, (await application.product.database.pages.headsOf(id)).length]).toEqual([id, 5])
}, 240_000)
