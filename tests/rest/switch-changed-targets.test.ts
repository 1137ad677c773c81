import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { receiptPage } from '#server/switch/receipt-page.ts'
import { LEAST_TABLES, showdocHash } from '#tests/support/showdoc.ts'
import { PLACES, siteOfMoves } from './site-of-moves.ts'

const SIGN = 'd0'.repeat(16)
const GONE = ['/web/#/3/31', '/web/#/p/k32', '/web/#/page/31', `visitFile&sign=${SIGN}`]
const LINKS = ['/web/#/3/31', '/web/#/p/k32', '/web/#/page/31', '/web/#/3/33', '/web/#/3/99']
const SHOWDOC = `${LEAST_TABLES}
  create table single_page (id integer primary key, page_id integer, unique_key text, expire_time integer);
  create table upload_file (file_id integer primary key, sign text, display_name text, uid integer, page_id integer,
    visit_times integer, addtime integer, real_url text);
  insert into user values (1, 'ann', '${showdocHash('birch')}');
  insert into item values (3, 'One', 1);
  insert into single_page values (1, 32, 'k32', 0);
  insert into upload_file values (5, '${SIGN}', 'a.txt', 1, 30, 0, 1, '/Public/Uploads/a.txt');
  insert into page values (31, 3, 'Deleted here', 'x'), (32, 3, 'Shared until here', 'x'), (33, 3, 'Stays', 'x'),
    (30, 3, 'Links', '${LINKS.map((address) => `[a](${address})`).join(' ')}
      [a](/server/index.php?s=/api/attachment/visitFile&sign=${SIGN})');`

it.each(PLACES)(
  'a later run names links to what people deleted or ended here, and that alone is no failure (%s)',
  async (place) => {
    const site = await siteOfMoves(place, { statements: SHOWDOC })
    onTestFinished(() => site.close(), 60_000)
    const uploads = path.join(site.folder, 'Public/Uploads')
    await mkdir(uploads, { recursive: true })
    await writeFile(path.join(uploads, 'a.txt'), 'one')
    const first = await site.run()
    expect([first.receipt.isWhole, first.receipt.links.changedHere]).toEqual([true, []])
    const ann = site.browser()
    await ann.logIn('ann', 'birch')
    expect((await ann.post('page/delete', { page_id: 31 })).error_code).toBe(0)
    expect((await ann.post('page/createSinglePage', { page_id: 32, isCreateSiglePage: 0 })).error_code).toBe(0)
    expect((await ann.post('attachment/deleteMyAttachment', { file_id: 5 })).error_code).toBe(0)
    site.inShowdoc(`update page set page_content = page_content || ' more' where page_id = 30`)

    const { receipt } = await site.run()

    expect(receipt.links.changedHere.map(({ address }) => address)).toEqual(GONE)
    expect([receipt.links.broken, receipt.isWhole]).toEqual([[], true])
    expect(receipt.links.brokenBefore.map(({ address }) => address)).toEqual(['/web/#/3/99'])
    const told = receiptPage(receipt, 'en')
    expect(told).toContain('4 lead to what was deleted, changed or ended here since it came')
    expect(told).toContain('4 个指向搬来之后在这里已删除、更改或取消的内容')
  },
  240_000,
)
