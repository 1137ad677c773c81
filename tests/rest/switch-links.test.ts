import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ComposedApplication } from '#server/application.ts'
import { carry } from '#server/switch/carry.ts'
import { openShowdoc } from '#server/switch/look.ts'
import { receiptOf } from '#server/switch/receipt.ts'
import type { LinkChoice } from '#server/switch/rewritten-links.ts'
import { layShowdoc } from '#tests/support/showdoc.ts'
import { emptySite } from './moved-site.ts'

const TEXT = [
  '[a](/web/#/5/31) <a href="http://docs.test/web/#/5/31#part">b</a> [c](http://docs.test/index.php?s=/orders&page_id=31)',
  '[item](#/orders) [shared](/web/#/p/kkkk) [page](/web/#/page/31) `[code](/web/#/5/31)`',
  '[gone](/web/#/5/99) [other](http://elsewhere.test/web/#/5/31) /web/#/5/31 a < b && "c"',
  'see http://docs.test/web/#/5/31, <http://docs.test/web/#/5/31#part> (http://docs.test/index.php?s=/5&page_id=31)',
  '详见：http://docs.test/web/#/orders/31页 http://docs.test/web/#/5/99 http://elsewhere.test/web/#/5/31 http://docs.test/',
  '[text http://docs.test/web/#/5/31 of](http://elsewhere.test/) <code>http://docs.test/web/#/5/31</code>',
  '`http://docs.test/web/#/5/31`\n\n    http://docs.test/web/#/5/31\n\n```\nhttp://docs.test/web/#/5/31\n```',
].join('\n')
const REWRITTEN = [
  '[a](/5/31) <a href="/5/31#part">b</a> [c](/5/31)',
  '[item](/5) [shared](/p/kkkk) [page](/5/31) `[code](/web/#/5/31)`',
  '[gone](/web/#/5/99) [other](http://elsewhere.test/web/#/5/31) /web/#/5/31 a < b && "c"',
  'see [http://docs.test/web/#/5/31](/5/31), [http://docs.test/web/#/5/31#part](/5/31#part) ([http://docs.test/index.php?s=/5&page_id=31](/5/31))',
  '详见：[http://docs.test/web/#/orders/31](/5/31)页 http://docs.test/web/#/5/99 http://elsewhere.test/web/#/5/31 http://docs.test/',
  '[text http://docs.test/web/#/5/31 of](http://elsewhere.test/) <code>http://docs.test/web/#/5/31</code>',
  '`http://docs.test/web/#/5/31`\n\n    http://docs.test/web/#/5/31\n\n```\nhttp://docs.test/web/#/5/31\n```',
].join('\n')
const SHEET = '[{"name":"Links","rows":{"0":{"cells":{"0":{"text":"at http://docs.test/web/#/5/31"}}}}}]'
const stored = TEXT.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const SHOWDOC = `
  create table user (uid integer primary key, username text, password text, groupid int default 2);
  create table item (item_id integer primary key, item_name text, uid integer, item_domain text, password text default '');
  create table page (page_id integer primary key, item_id integer, page_title text, page_content text, author_uid integer,
    s_number int default 99);
  create table page_history (page_history_id integer primary key, page_id int, page_title text, page_content text,
    author_uid int, addtime int);
  create table single_page (id integer primary key, page_id int, unique_key text, expire_time int);
  insert into user values (1, 'root', '', 1);
  insert into item values (5, 'Orders', 1, 'orders', '');
  insert into page values (30, 5, 'Links', '${stored}', 1, 1), (31, 5, 'Target', '[back](/web/#/5/30)', 1, 2),
    (32, 5, 'Sheet', '${SHEET}', 1, 3);
  insert into page_history values (40, 30, 'Links', '[before](/web/#/5/31)', 1, 1600000000);
  insert into single_page values (1, 31, 'kkkk', 0);`

describe('links within the pages of a ShowDoc', () => {
  let folder: string
  let file: string
  let application: ComposedApplication
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-links-'))
    file = layShowdoc(folder, SHOWDOC)
    application = await emptySite()
  }, 240_000)
  afterAll(async () => {
    await application.close()
    await rm(folder, { recursive: true, force: true })
  })
  async function run(choice: LinkChoice | null, address: string | null = null) {
    const showdoc = await openShowdoc(folder)
    try {
      const links = { choice, hosts: address === null ? ['docs.test'] : ['docs.test', address], address }
      const carried = await carry({ showdoc, application, links, say: () => undefined })
      return { carried, receipt: await receiptOf({ showdoc, carried, application }) }
    } finally {
      await showdoc.close()
    }
  }
  const textOf = async (id: number) => (await application.product.database.pages.byIds(5, [id]))[0]?.content

  it('lead to the addresses of here when that is chosen, and nothing else of a text changes', async () => {
    const { receipt } = await run('rewrite')

    expect(await textOf(30)).toBe(REWRITTEN)
    expect(await textOf(31)).toBe('[back](/5/30)')
    expect(await textOf(32)).toBe(SHEET)
    expect(receipt).toMatchObject({ isWhole: true, links: { rewritten: 11, broken: [] } })
    expect(receipt.changed).toContainEqual(expect.objectContaining({ table: 'page', id: 30 }))
    expect(receipt.links.brokenBefore.map(({ address }) => address)).toContain('/web/#/5/99')
    const [version] = await application.product.database.versions.ofPage(30)
    expect(version?.id).toBe(40)
  })

  it('go on leading there in later runs, which write nothing without a change, and no other choice is taken', async () => {
    expect((await run(null)).carried.wasDone).toBe(true)
    const database = new DatabaseSync(file)
    database.exec(`update page set page_content = '[other way](/web/#/page/30)' where page_id = 31`)
    database.close()

    const { carried } = await run('rewrite')

    expect(carried.wasDone).toBe(false)
    expect(await textOf(31)).toBe('[other way](/5/30)')
    await expect(run('keep')).rejects.toThrow(/links in its pages were rewritten when .* keeping them comes too late/)
  })

  it('take no other address in later runs, and say so', async () => {
    await expect(run('rewrite', 'elsewhere.test')).rejects.toThrow(
      /links to docs\.test were rewritten when .* those to elsewhere\.test come too late/,
    )
    expect((await run('rewrite', 'docs.test')).carried.wasDone).toBe(true)
    expect(await textOf(30)).toBe(REWRITTEN)
  })

  it('leave the damage in a packed text told where they are rewritten in it', async () => {
    const text = Buffer.concat([Buffer.from('[back](/web/#/5/30) and '), Buffer.from('订').subarray(0, 2)])
    const database = new DatabaseSync(file)
    database.prepare('update page set page_content = ? where page_id = 31').run(deflateSync(text).toString('base64'))
    database.close()

    const { receipt } = await run('rewrite')

    expect(await textOf(31)).toBe('[back](/5/30) and \uFFFD')
    const told = receipt.changed.filter(({ table, id }) => table === 'page' && id === 31)
    expect(told.map(({ reason }) => reason).toSorted()).toEqual(['linksRewritten', 'notUtf8'])
  })
})
