import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { Client } from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { ComposedApplication } from '#server/application.ts'
import { arranged } from '#server/switch/arrangement.ts'
import { carry } from '#server/switch/carry.ts'
import { openShowdoc } from '#server/switch/look.ts'
import { ownSigns } from '#server/switch/own-files.ts'
import { readdress } from '#server/switch/readdressed.ts'
import { receiptOf } from '#server/switch/receipt.ts'
import type { ShowdocDatabase } from '#server/switch/showdoc-database.ts'
import { madeShowdoc } from '#tests/support/showdoc.ts'
import type { Browser } from './harness.ts'
import { movedSite } from './moved-site.ts'
import { changeShowdoc } from './site-of-moves.ts'

const SIGN = '5'.repeat(32)
const ELSEWHERE = '6'.repeat(32)
/** Of a file in the one ShowDoc and of one in an object storage in the other. */
const MIXED = '7'.repeat(32)
const PLACE = '2024-01-02/a.txt'
const BESIDE = 'in-no-table.txt'
const visited = (sign: string): string => `/server/index.php?s=/api/attachment/visitFile&sign=${sign}`

interface Shared {
  readonly name: string
  readonly itemId: number
  readonly isMixedHere: boolean
}

/** What a page and its version say, around the addresses that both ShowDocs use. */
const CONTENT = [
  `[a](${visited(SIGN)}) <a href="${visited(ELSEWHERE)}">b</a> \`${visited(MIXED)}\``,
  `![](/Public/Uploads/${PLACE}?1) "quoted" & <b> [c](/Public/Uploads/${BESIDE}) [gone](/Public/Uploads/gone.txt)`,
].join('\n')
/** Addresses of the same files on a host that is of neither ShowDoc. */
const FOREIGN = `[a](https://elsewhere.example${visited(SIGN)}) https://elsewhere.example/Public/Uploads/${PLACE}，b`
const VERSION = JSON.stringify({ file: `/Public/Uploads/${PLACE}` }).replaceAll('/', '\\/')
const stored = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const FILE_TABLE = `
  create table upload_file (file_id integer primary key, sign text, display_name text, uid integer, page_id integer,
    visit_times integer, addtime integer, real_url text);`

/** One of two ShowDocs with the same signs and paths, as when one began as a copy of the other. */
async function oneOfTwo({ name, itemId, isMixedHere }: Shared): Promise<string> {
  const { folder } = await madeShowdoc(`
    create table user (uid integer primary key, username text, password text);
    create table item (item_id integer primary key, item_name text, uid integer, password text default '');
    create table page (page_id integer primary key, item_id integer, page_title text, page_content text);
    create table page_history (page_history_id integer primary key, page_id int, page_title text, page_content text);
    create table template (id integer primary key, uid int, template_title text, template_content text);
    ${FILE_TABLE}
    insert into user values (1, '${name}', '');
    insert into item values (${itemId}, 'Item of ${name}', 1, '');
    insert into page values (8, ${itemId}, 'Files', '${stored(`${CONTENT}\n\n${FOREIGN}`)}'), (9, ${itemId}, 'None', 'no file &amp; nothing');
    insert into page_history values (40, 8, 'Files', '${stored(VERSION)}'), (41, 8, 'Files', 'no file'),
      (42, 9, 'None', '${stored(VERSION)}');
    insert into template values (3, 1, 'Start', '${stored(visited(SIGN))}');
    insert into upload_file values (4, '${SIGN}', 'a.txt', 1, 8, 0, 1, '/Public/Uploads/${PLACE}'),
      (5, '${ELSEWHERE}', 'b.txt', 1, 8, 0, 1, 'https://${name}.example.org/b.txt'),
      (6, '${MIXED}', 'm.txt', 1, 8, 0, 1, '${isMixedHere ? '/Public/Uploads/mixed.txt' : `https://${name}.example.org/m.txt`}');`)
  await mkdir(path.join(folder, 'Public/Uploads/2024-01-02'), { recursive: true })
  await writeFile(path.join(folder, 'Public/Uploads', PLACE), `file of ${name}`)
  await writeFile(path.join(folder, 'Public/Uploads', BESIDE), `another of ${name}`)
  if (isMixedHere) await writeFile(path.join(folder, 'Public/Uploads/mixed.txt'), `mixed of ${name}`)
  return folder
}

async function come(folder: string, application: ComposedApplication, say: (line: string) => void = () => undefined) {
  const showdoc = await openShowdoc(folder)
  try {
    const carried = await carry({ showdoc, application, isInto: true, say })
    const receipt = await receiptOf({ showdoc, carried, application })
    return { carried, receipt, stepsToFindSign: stepsToFindSign(showdoc.database) }
  } finally {
    await showdoc.close()
  }
}

/** How SQLite finds the rows with a sign. */
function stepsToFindSign(database: ShowdocDatabase): readonly string[] {
  if (!database.has('upload_file')) return []
  const steps = database.stored('explain query plan select file_id from upload_file where sign = ?', [SIGN])
  return Array.from(steps, ({ detail }) => String(detail))
}

const ADDRESS = /\/(?:server\/index\.php\?s=\/api\/attachment\/visitFile&sign=[\w-]{32}|Public\/Uploads\/[\w./-]+)/g

/** What browsers get at each address of a file in a text. */
async function opened(browser: Browser, content: string): Promise<readonly string[]> {
  const answers: string[] = []
  for (const [address] of content.matchAll(ADDRESS)) {
    const { statusCode, headers, body } = await browser.get(address)
    answers.push(statusCode === 200 ? body : String(headers['location'] ?? statusCode))
  }
  return answers
}

const filesOf = (name: string, isMixedHere: boolean): readonly string[] => [
  ...[`file of ${name}`, `https://${name}.example.org/b.txt`],
  ...[isMixedHere ? `mixed of ${name}` : `https://${name}.example.org/m.txt`, `file of ${name}`, `another of ${name}`],
]

/** Without the addresses of files. */
const around = (text: string): string => text.replaceAll('\\/', '/').replaceAll(ADDRESS, 'FILE')

it.each([true, false])(
  'leads each page to the files of its own ShowDoc where two share their addresses, whichever of them has a file in an object storage: %s',
  async (isMixedHere) => {
    const site = await movedSite(await oneOfTwo({ name: 'ann', itemId: 3, isMixedHere }))
    onTestFinished(() => site.close(), 60_000)
    const { application } = site
    const { versions } = application.product.database
    const second = await oneOfTwo({ name: 'tom', itemId: 9, isMixedHere: !isMixedHere })
    const pageOf = async (id: number): Promise<string> =>
      (await site.browser().post('page/info', { page_id: id })).data.page_content

    const breakOff = (line: string): void => {
      if (/^Carrying \d+ files/.test(line)) throw new Error('broken off')
    }
    await expect(come(second, application, breakOff)).rejects.toThrow('broken off')

    for (const wasDone of [false, true]) {
      const { carried, receipt, ...found } = await come(second, application)

      const pageId = carried.arrangement.idsHere.get('page')?.get(8) ?? 0
      const versionId = carried.arrangement.idsHere.get('page_version')?.get(40) ?? 0
      const content = await pageOf(pageId)
      const version = (await versions.byId(pageId, versionId))?.content ?? ''
      expect(carried.wasDone).toBe(wasDone)
      expect(found.stepsToFindSign).toEqual([expect.stringMatching(/^SEARCH upload_file USING .*INDEX/)])
      const answers = await opened(site.browser(), content)
      expect(answers.slice(0, 5)).toEqual(filesOf('tom', !isMixedHere))
      expect(await opened(site.browser(), version.replaceAll('\\/', '/'))).toEqual(['file of tom'])
      expect(around(content)).toBe(around(`${CONTENT}\n\n${FOREIGN}`).replace('FILE?1', 'FILE&1'))
      expect(content.endsWith(FOREIGN)).toBe(true)
      expect(around(version)).toBe(around(VERSION))
      const counts = receipt.changed.map(({ table, id, reason, values }) => [table, id, reason, values?.['count']])
      expect(counts).toEqual(
        expect.arrayContaining([
          ...[4, 5, 6].map((id) => ['upload_file', id, 'signTaken', undefined]),
          ['page', 8, 'filesReaddressed', 5],
          ['page_history', 40, 'filesReaddressed', 1],
          ['template', 3, 'filesReaddressed', 1],
        ]),
      )
      expect(receipt).toMatchObject({ isWhole: true, links: { broken: [], readdressed: 8 } })
    }

    const first = await pageOf(8)
    expect(first).toBe(`${CONTENT}\n\n${FOREIGN}`)
    expect((await opened(site.browser(), first)).slice(0, 5)).toEqual(filesOf('ann', isMixedHere))
  },
  240_000,
)

/** As ShowDoc stores it, with a sign in it of which a byte is missing. */
const damaged = (text: string): string =>
  deflateSync(Buffer.concat([Buffer.from(`${stored(text)} and `), Buffer.from('订').subarray(0, 2)])).toString('base64')

it('tells of damage in packed texts also where addresses in them change', async () => {
  const site = await movedSite(await oneOfTwo({ name: 'ann', itemId: 3, isMixedHere: false }))
  onTestFinished(() => site.close(), 60_000)
  const second = await oneOfTwo({ name: 'tom', itemId: 9, isMixedHere: false })
  const noText = deflateSync(Buffer.from('中文内容'.repeat(20), 'utf16le').subarray(1)).toString('base64')
  changeShowdoc(
    path.join(second, 'Sqlite/showdoc.db.php'),
    `update page set page_content = '${damaged(CONTENT)}' where page_id = 8;
      update page_history set page_content = '${damaged(VERSION)}' where page_history_id = 40;
      update template set template_content = '${damaged(visited(SIGN))}';
      insert into template values (4, 1, 'Of no file', '${damaged('none')}'), (5, 1, 'No text', '${noText}');`,
  )

  for (const wasDone of [false, true]) {
    const { carried, receipt } = await come(second, site.application)

    expect([carried.wasDone, receipt.isWhole]).toEqual([wasDone, true])
    const doubts = receipt.changed.filter(({ reason }) => reason === 'notUtf8' || reason === 'packedUnread')
    expect(doubts.map(({ table, id, reason, values }) => [table, id, reason, values?.['column']]).toSorted()).toEqual([
      ['page', 8, 'notUtf8', 'page_content'],
      ['page_history', 40, 'notUtf8', 'page_content'],
      ['template', 3, 'notUtf8', 'template_content'],
      ['template', 4, 'notUtf8', 'template_content'],
      ['template', 5, 'packedUnread', 'template_content'],
    ])
  }
}, 240_000)

/** Signs and paths of rows of which some share a sign, and some have none that can be kept; another ShowDoc has all paths. */
const ROWS = [
  [4, SIGN, 'shared-one.txt'],
  [5, SIGN, 'shared-two.txt'],
  [6, '', 'unsigned.txt'],
  [7, 'short', 'unfit.txt'],
  [8, MIXED, 'own.txt'],
] as const
const NAMED = ['shared-two.txt', 'unsigned.txt', 'unfit.txt', 'own.txt', 'shared-one.txt']

/** One of two ShowDocs that have all paths in common, and signs only if both have these. */
async function oneWithPaths(name: string, itemId: number, rows: typeof ROWS | readonly []): Promise<string> {
  const content = NAMED.map((file) => `[${file}](/Public/Uploads/${file})`).join('\n')
  const { folder } = await madeShowdoc(`
    create table user (uid integer primary key, username text, password text);
    create table item (item_id integer primary key, item_name text, uid integer, password text default '');
    create table page (page_id integer primary key, item_id integer, page_title text, page_content text);
    insert into user values (1, '${name}', '');
    insert into item values (${itemId}, 'Item of ${name}', 1, '');
    insert into page values (8, ${itemId}, 'Files', '${content}');
    ${rows.length === 0 ? '' : FILE_TABLE}
    ${rows
      .map(
        ([id, sign, file]) =>
          `insert into upload_file values (${id}, '${sign}', '${file}', 1, 8, 0, 1, '/Public/Uploads/${file}');`,
      )
      .join('\n')}`)
  await mkdir(path.join(folder, 'Public/Uploads'), { recursive: true })
  for (const file of NAMED) await writeFile(path.join(folder, 'Public/Uploads', file), `${file} of ${name}`)
  return folder
}

it.each([
  { of: 'files that share a sign or have none', has: 'no table of files', first: [] as const, rows: ROWS },
  { of: 'files that share a sign or have none', has: 'these signs too', first: ROWS, rows: ROWS },
  { of: 'files in no table', has: 'a table of files', first: ROWS, rows: [] as const },
])(
  'leads each address by a path to its own file, of $of, after a ShowDoc with the same paths that has $has',
  async ({ first, rows }) => {
    const site = await movedSite(await oneWithPaths('ann', 3, first))
    onTestFinished(() => site.close(), 60_000)
    const second = await oneWithPaths('tom', 9, rows)

    for (const wasDone of [false, true]) {
      const { carried, receipt } = await come(second, site.application)

      const pageId = carried.arrangement.idsHere.get('page')?.get(8) ?? 0
      const content: string = (await site.browser().post('page/info', { page_id: pageId })).data.page_content
      expect(carried.wasDone).toBe(wasDone)
      expect(await opened(site.browser(), content)).toEqual(NAMED.map((file) => `${file} of tom`))
      expect(receipt).toMatchObject({
        isWhole: true,
        links: { followed: 5, readdressed: 5, broken: [], brokenBefore: [] },
      })
    }
  },
  240_000,
)

it('looks up the addresses of many files with a few statements, and writes nothing when none of them is taken', async () => {
  const site = await movedSite(await oneWithPaths('ann', 3, ROWS))
  onTestFinished(() => site.close(), 60_000)
  const ids = Array.from({ length: 2_500 }, (_, at) => at + 1)
  const { folder } = await madeShowdoc(`
    create table user (uid integer primary key, username text, password text);
    create table item (item_id integer primary key, item_name text, uid integer, password text default '');
    create table page (page_id integer primary key, item_id integer, page_title text, page_content text);
    ${FILE_TABLE}
    insert into user values (1, 'tom', '');
    insert into item values (9, 'Item of tom', 1, '');
    ${ids.map((id) => `insert into upload_file values (${id}, '${String(id).padStart(32, 'x')}', 'f', 1, 0, 0, 1, '/Public/Uploads/f${id}');`).join('\n')}`)
  const showdoc = await openShowdoc(folder)
  onTestFinished(() => showdoc.close())
  const { application } = site
  const arrangement = await arranged(showdoc, {
    ...{
      application,
      isInto: true,
      isBesideServers: false,
      mayBeOlder: false,
      links: { choice: null, hosts: [], address: null },
    },
  })
  const sent = vi.spyOn(Client.prototype, 'query')
  onTestFinished(() => sent.mockRestore())

  const signs = await ownSigns(showdoc, application, arrangement)

  const names = sent.mock.calls.map(([what]: readonly unknown[]) => (what as { name?: string }).name ?? '')
  const byName = Map.groupBy(
    // Jobs of the site ask the database as well.
    names.filter((name) => /^(documents|carried)\./.test(name)),
    (name) => name,
  )
  expect(Array.from(byName, ([name, all]) => [name, all.length])).toEqual([
    ['documents.byKeys', 15],
    ['carried.filesWithTokens', 3],
  ])
  expect(signs).toEqual({ ofSign: new Map(), ofPath: new Map(), isAnyNew: false })
}, 240_000)

it('gives another sign to a file whose sign had a file of another ShowDoc that was deleted here', async () => {
  const site = await movedSite(await oneWithPaths('ann', 3, ROWS))
  onTestFinished(() => site.close(), 60_000)
  const { application } = site
  const { attachments } = application.product.database
  await attachments.delete((await attachments.byToken(MIXED))?.attachment.id ?? 0)

  const { carried, receipt } = await come(await oneWithPaths('tom', 9, ROWS), application)

  const pageId = carried.arrangement.idsHere.get('page')?.get(8) ?? 0
  const content: string = (await site.browser().post('page/info', { page_id: pageId })).data.page_content
  expect(await opened(site.browser(), content)).toEqual(NAMED.map((file) => `${file} of tom`))
  expect((await site.browser().get(visited(MIXED))).body).not.toContain('of tom')
  expect(receipt.isWhole).toBe(true)
}, 240_000)

it('counts no text as one with other addresses that people have changed here, nor a file that they deleted', async () => {
  const site = await movedSite(await oneOfTwo({ name: 'ann', itemId: 3, isMixedHere: true }))
  onTestFinished(() => site.close(), 60_000)
  const { application } = site
  const second = await oneOfTwo({ name: 'tom', itemId: 9, isMixedHere: true })
  const { carried } = await come(second, application)
  const { database } = application.product
  const here = (table: 'item' | 'page' | 'attachment', id: number): number =>
    carried.arrangement.idsHere.get(table)?.get(id) ?? 0
  const [page] = await database.pages.byIds(here('item', 9), [here('page', 8)])
  if (!page) throw new Error('the page has not come')
  await database.pages.update({ ...page, content: 'written anew', revision: page.revision + 1 }, page.revision)
  await database.attachments.delete(here('attachment', 4))

  const { receipt } = await come(second, application)

  const told = receipt.changed.filter(({ reason }) => ['signTaken', 'filesReaddressed'].includes(reason))
  expect(told.map(({ table, id }) => [table, id])).toEqual([
    ['upload_file', 5],
    ['upload_file', 6],
    ['page_history', 42],
    ['template', 3],
  ])
  expect(receipt.links.readdressed).toBe(2)
  expect(receipt.kept).toMatchObject([{ table: 'page', id: 8 }])
}, 240_000)

it('gives another sign to a file whose sign has a file of an item in the recycle bin', async () => {
  const site = await movedSite(await oneWithPaths('ann', 3, ROWS))
  onTestFinished(() => site.close(), 60_000)
  const { application } = site
  const { database } = application.product
  await database.items.recycle(3, 1, application.product.services.clock.now())

  const { carried, receipt } = await come(await oneWithPaths('tom', 9, ROWS), application)

  const pageId = carried.arrangement.idsHere.get('page')?.get(8) ?? 0
  const content: string = (await site.browser().post('page/info', { page_id: pageId })).data.page_content
  expect(await opened(site.browser(), content)).toEqual(NAMED.map((file) => `${file} of tom`))
  expect(receipt.isWhole).toBe(true)
}, 240_000)

it('rewrites the versions of each page before it reads those of the next one', async () => {
  const site = await movedSite(await oneOfTwo({ name: 'ann', itemId: 3, isMixedHere: true }))
  onTestFinished(() => site.close(), 60_000)
  const { application } = site
  const showdoc = await openShowdoc(await oneOfTwo({ name: 'tom', itemId: 9, isMixedHere: false }))
  onTestFinished(() => showdoc.close())
  const links = { choice: null, hosts: [], address: null }
  const arrangement = await arranged(showdoc, {
    application,
    isInto: true,
    isBesideServers: false,
    mayBeOlder: false,
    links,
  })
  const done: string[] = []
  const { database } = showdoc
  const [rowsOf, change] = [database.rows.bind(database), database.change.bind(database)]
  vi.spyOn(database, 'rows').mockImplementation((...asked) => {
    if (asked[0] === 'page_history') done.push('read')
    return rowsOf(...asked)
  })
  vi.spyOn(database, 'change').mockImplementation((work) => {
    done.push('written')
    return change(work)
  })

  await readdress(showdoc, application, arrangement)

  const versions = done.slice(done.indexOf('read'), done.lastIndexOf('read') + 2)
  expect(versions).toEqual(['read', 'written', 'read', 'written'])
}, 240_000)
