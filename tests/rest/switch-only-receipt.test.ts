import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { receiptPage } from '#server/switch/receipt-page.ts'
import { LEAST_TABLES } from '#tests/support/showdoc.ts'
import { PLACES, siteOfMoves } from './site-of-moves.ts'

const SIGN = '5'.repeat(32)
const OUTSIDE = ['/web/#/8', '/web/#/Stock/32', '/web/#/page/32', '/web/#/p/kkkk']
const BROKEN = ['/web/#/9', '/web/#/8/34', '/web/#/page/33', '/web/#/424242', '/web/#/p/eeee']
const TEXT = [
  ...['/web/#/7/31', ...OUTSIDE, ...BROKEN].map((address) => `[a](${address})`),
  `![b](/server/index.php?s=/api/attachment/visitFile&amp;sign=${SIGN}) ![c](/Public/Uploads/named.txt)`,
].join(' ')
/** Item 7 is the only one to come; 9 and page 33 are deleted, page 34 is a draft, and the key of page 31 has ended. */
const SHOWDOC = `${LEAST_TABLES}
  alter table item add column item_domain text default ''; alter table item add column is_del int default 0;
  alter table page add column is_del int default 0; alter table page add column is_draft int default 0;
  create table upload_file (file_id integer primary key, sign text, display_name text, uid integer, page_id integer,
    visit_times integer, addtime integer, real_url text);
  create table single_page (id integer primary key, unique_key text, page_id integer, expire_time int);
  insert into user values (1, 'ann', '');
  insert into item values (7, 'Orders', 1, '', 0), (8, 'Stock', 1, 'stock', 0), (9, 'Deleted', 1, '', 1);
  insert into page values (30, 7, 'Links', '${TEXT}', 0, 0), (31, 7, 'Target', 'x', 0, 0), (32, 8, 'Other', 'x', 0, 0),
    (33, 8, 'Deleted', 'x', 1, 0), (34, 8, 'Draft', 'x', 0, 1), (35, 9, 'In a deleted one', 'x', 0, 0);
  insert into upload_file values (4, '${SIGN}', 'a.txt', 1, 30, 0, 1, '/Public/Uploads/a.txt'),
    (5, '${'6'.repeat(32)}', 'b.txt', 1, 32, 0, 1, '/Public/Uploads/of-another.txt');
  insert into single_page values (1, 'kkkk', 32, 0), (2, 'eeee', 31, 1600000000);`

it.each(PLACES)(
  'counts the files of a single item, and tells its links to other items from those that led nowhere (%s)',
  async (place) => {
    const site = await siteOfMoves(place, { statements: SHOWDOC })
    onTestFinished(() => site.close(), 60_000)
    const uploads = path.join(site.folder, 'Public/Uploads')
    await mkdir(uploads, { recursive: true })
    for (const [name, text] of [
      ['a.txt', 'in a table'],
      ['named.txt', 'named only'],
      ['of-another.txt', 'of another'],
    ] as const)
      await writeFile(path.join(uploads, name), text)

    const { receipt } = await site.run(7)

    const { attachments, links, isWhole } = receipt
    expect([attachments.found, attachments.bytes, attachments.compared]).toEqual([2, 20, 2])
    expect([isWhole, links.followed, links.broken, links.taken]).toEqual([true, 12, [], []])
    expect(links.outside.map(({ address }) => address)).toEqual(OUTSIDE)
    expect(links.brokenBefore.map(({ address }) => address)).toEqual(BROKEN)
    const page = receiptPage(receipt, 'en')
    expect(page).toContain('12 followed; 3 lead to what they led to in ShowDoc; 4 lead to other items of the ShowDoc,')
    expect(page).toContain('4 个指向 ShowDoc 的其他项目，不在本次搬迁范围内；另有 5 个在 ShowDoc 中已失效')
    expect(page.match(/<h2>(?:Links to other items|指向 ShowDoc 其他项目)/g)).toHaveLength(2)
    expect((await site.run(7)).carried.wasDone).toBe(true)
  },
  120_000,
)
