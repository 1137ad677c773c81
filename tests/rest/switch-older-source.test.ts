import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readSettings, writeSettings } from '#core/settings.ts'
import type { ComposedApplication } from '#server/application.ts'
import { carry } from '#server/switch/carry.ts'
import { openShowdoc } from '#server/switch/look.ts'
import { switchNote } from '#server/switch/note.ts'
import { receiptPage } from '#server/switch/receipt-page.ts'
import { receiptOf } from '#server/switch/receipt.ts'
import { madeShowdoc } from '#tests/support/showdoc.ts'
import { movedSite } from './moved-site.ts'

const PLACE = '2024-01-02/a.txt'
const HOST = 'tom.docs.test'

/** One of two ShowDocs with the same paths of files. */
async function showdocOf(name: string, itemId: number): Promise<string> {
  const { folder } = await madeShowdoc(`
    create table user (uid integer primary key, username text, password text);
    create table item (item_id integer primary key, item_name text, uid integer, password text default '');
    create table page (page_id integer primary key, item_id integer, page_title text, page_content text);
    insert into user values (1, '${name}', '');
    insert into item values (${itemId}, 'Item of ${name}', 1, '');
    insert into page values (8, ${itemId}, 'Files',
      '[a](http://${HOST}/Public/Uploads/${PLACE}) [b](http://${HOST}/web/#/${itemId}/8)');`)
  await mkdir(path.join(folder, 'Public/Uploads/2024-01-02'), { recursive: true })
  await writeFile(path.join(folder, 'Public/Uploads', PLACE), `file of ${name}`)
  return folder
}

async function come(folder: string, application: ComposedApplication, address: string | null) {
  const showdoc = await openShowdoc(folder)
  try {
    const links = { choice: null, hosts: address === null ? [] : [address], address }
    const carried = await carry({ showdoc, application, isInto: true, links, say: () => undefined })
    return { carried, receipt: await receiptOf({ showdoc, carried, application }) }
  } finally {
    await showdoc.close()
  }
}

it('finds the address of a ShowDoc again that an older version moved in without noting it, and tells it', async () => {
  const site = await movedSite(await showdocOf('ann', 3))
  onTestFinished(() => site.close(), 60_000)
  const { application } = site
  const { database } = application.product
  const tom = await showdocOf('tom', 9)
  const first = await come(tom, application, HOST)
  expect([first.receipt.links.readdressed, first.receipt.from.foundHosts]).toEqual([1, undefined])

  for (const hosts of [[HOST], []]) {
    const { sources } = await readSettings(database, switchNote)
    const older = sources.map((source) => ({ ...source, hosts, host: undefined }))
    await writeSettings(database, switchNote, { sources: older })

    const { carried, receipt } = await come(tom, application, null)

    expect([carried.wasDone, receipt.links.readdressed, receipt.isWhole]).toEqual([true, 1, true])
    expect(receipt.from.foundHosts).toEqual([HOST])
    expect(
      receiptPage(receipt, 'en').match(/An older version[^<]*tom\.docs\.test|旧版本[^<]*tom\.docs\.test/g),
    ).toHaveLength(2)
  }
}, 240_000)

it('takes an address later where links are kept', async () => {
  const site = await movedSite(await showdocOf('ann', 3))
  onTestFinished(() => site.close(), 60_000)
  const tom = await showdocOf('tom', 9)
  const { receipt } = await come(tom, site.application, null)
  expect(receipt.links.readdressed).toBe(0)

  for (const wasDone of [false, true]) {
    const later = await come(tom, site.application, wasDone ? null : HOST)

    expect([later.carried.wasDone, later.receipt.links.readdressed]).toEqual([wasDone, 1])
    expect([later.receipt.from.foundHosts, later.receipt.isWhole]).toEqual([undefined, true])
  }
}, 240_000)
