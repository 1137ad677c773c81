import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readSettings, writeSettings } from '#core/settings.ts'
import { pictureSettings } from '#core/site/picture-settings.ts'
import type { ComposedApplication } from '#server/application.ts'
import { carry, type Carried } from '#server/switch/carry.ts'
import { openShowdoc } from '#server/switch/look.ts'
import { receiptOf } from '#server/switch/receipt.ts'
import {
  describeShowdocs,
  expectedOf,
  LEAST_TABLES,
  madeShowdoc,
  SHOWDOC_VERSIONS,
  showdocFolder,
} from '#tests/support/showdoc.ts'
import type { Browser } from './harness.ts'
import { emptySite, movedSite, type MovedSite } from './moved-site.ts'

const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

describeShowdocs(SHOWDOC_VERSIONS, 'the files of ShowDoc %s that has moved in', (version) => {
  const expected = expectedOf(version)
  let site: MovedSite
  beforeAll(async () => {
    site = await movedSite(showdocFolder(version))
  }, 240_000)
  afterAll(() => site.close(), 60_000)
  const byUser = async (uid: number): Promise<Browser> => {
    const { username = '', password = '' } = expected.users.find((user) => user.uid === uid) ?? {}
    const browser = site.browser()
    await browser.logIn(username, password)
    return browser
  }

  it('are the same byte for byte, and have their names, owners, pages and visits', async () => {
    const { attachments } = site.application.product.database
    expect(expected.attachments.length).toBeGreaterThan(10)
    expect(site.receipt.attachments).toMatchObject({ compared: expected.attachments.length, differing: [] })
    for (const { file_id, sign, display_name, uid, size, visits, bound_page_ids } of expected.attachments) {
      const found = await attachments.byToken(sign)
      expect(found?.attachment).toMatchObject({ id: file_id, displayName: display_name, ownerId: uid, bytes: size })
      expect(found?.attachment.visits).toBe(visits)
      for (const pageId of bound_page_ids)
        expect((await attachments.ofPage(pageId)).map(({ id }) => id)).toContain(file_id)
    }
  })

  it('are fetched by every address they had, by those who read a page that has them', async () => {
    for (const { sign, file, sha256, uid } of expected.attachments) {
      const owner = await byUser(uid)
      for (const address of addressesOf(sign, file)) {
        const reply = await owner.get(address)
        expect([address, reply.statusCode, sumOf(reply.rawPayload)]).toEqual([address, 200, sha256])
      }
    }
  })

  it('are closed to whoever may read none of the pages that have them', async () => {
    const closed = new Set(
      expected.items.filter(({ visit_password }) => visit_password !== null).map(({ item_id }) => item_id),
    )
    const itemOf = new Map(expected.pages.map(({ page_id, item_id }) => [page_id, item_id]))
    const ofClosed = expected.attachments.filter(
      ({ bound_page_ids }) =>
        bound_page_ids.length > 0 && bound_page_ids.every((id) => closed.has(itemOf.get(id) ?? 0)),
    )
    const [first] = ofClosed
    if (!first) throw new Error('there is no file of a closed item')

    for (const address of addressesOf(first.sign, first.file)) {
      const reply = await site.browser().get(address)
      expect(reply.headers['content-disposition']).toBeUndefined()
      expect(sumOf(reply.rawPayload)).not.toBe(first.sha256)
    }
  })

  it('are seen in a page by the key of its link, from where the page names them', async () => {
    const seen: number[] = []
    for (const { unique_key, expire_time } of expected.share_links) {
      if (expire_time) continue
      const visitor = site.browser()
      visitor.headers['host'] = 'docs.example.test'
      const { data } = await visitor.post('page/viewByKey', { unique_key })
      for (const [, address = ''] of String(data.html).matchAll(/<img src="([^"]+)"/g)) {
        const reply = await site.browser().get(address.replaceAll('&amp;', '&'))
        expect([address, reply.statusCode, reply.headers['content-type']]).toEqual([address, 200, 'image/png'])
        expect(address).toContain(`key=${unique_key}`)
        seen.push(reply.rawPayload.length)
      }
    }
    expect(seen.length).toBeGreaterThan(0)
  })

  it('have nothing of those that were deleted', async () => {
    const admin = await byUser(1)
    for (const sign of ['28764f657050a6c4a4f85872defa2df3', '11d610a685cf47d42525f438e5f5ac69', '0'.repeat(32)])
      expect((await admin.get(`/server/index.php?s=/api/attachment/visitFile&sign=${sign}`)).json()).not.toMatchObject({
        error_code: 0,
      })
    expect((await admin.get('/Public/Uploads/2026-11-22/none.png')).statusCode).toBe(404)
    expect((await admin.get('/Public/Uploads/%2e%2e/%2e%2e/Sqlite/showdoc.db.php')).statusCode).toBe(404)
  })
})

const addressesOf = (sign: string, file: string): readonly string[] => [
  `/attachment/${sign}`,
  `/server/index.php?s=/api/attachment/visitFile&sign=${sign}`,
  `/server/?s=/api/attachment/visitFile&sign=${sign}`,
  `/server/index.php?s=/api/attachment/visitFile/sign/${sign}`,
  `/${file}`,
]

const FILE_TABLES = `${LEAST_TABLES}
  create table upload_file (file_id integer primary key, sign text, display_name text, uid integer, page_id integer,
    visit_times integer, addtime integer, real_url text);
  create table file_page (id integer primary key, file_id integer, page_id integer, addtime text);
  insert into user values (1, 'ann', '');
  insert into item values (3, 'Open', 1);
  insert into page values (7, 3, 'Old', '![](/Public/Uploads/2015-01-01/old%20one.png) ![](http:\\/\\/x.test\\/Public\\/Uploads\\/a\\/b.txt) ![](http://x.test//Public//Uploads//c.txt)');`

/** A ShowDoc with such files. @param rows what else its tables hold */
async function withFiles(rows: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const { folder } = await madeShowdoc(FILE_TABLES + rows)
  for (const [name, content] of Object.entries(files)) {
    const place = path.join(folder, 'Public/Uploads', name)
    await mkdir(path.dirname(place), { recursive: true })
    await writeFile(place, content)
  }
  return folder
}

async function movedFrom(folder: string): Promise<MovedSite> {
  const site = await movedSite(folder)
  onTestFinished(() => site.close(), 60_000)
  return site
}

const row = (id: number, address: string, sign = String(id).padStart(32, '0')): string =>
  `insert into upload_file values (${id}, '${sign}', 'f${id}.txt', 1, 0, 0, 1500000000, '${address}');`

describe('files of a ShowDoc that moves in', () => {
  it('come along from before ShowDoc kept tables of them, with the pages that name them', async () => {
    const site = await movedFrom(
      await withFiles('', {
        '2015-01-01/old one.png': 'picture',
        'a/b.txt': 'text',
        'c.txt': 'text',
        'alone.txt': 'alone',
        'index.html': '',
      }),
    )

    const seen = async (address: string) => (await site.browser().get(address)).payload
    expect(await seen('/Public/Uploads/2015-01-01/old%20one.png')).toBe('picture')
    expect(await seen('/server/../Public/Uploads/a/b.txt')).toBe('text')
    expect(await seen('/Public/Uploads/alone.txt')).toBe('alone')
    for (const slashes of ['//Public/Uploads/', '/Public//Uploads/', '/server/..//Public/Uploads//'])
      expect(await seen(`${slashes}alone.txt`)).toBe('alone')
    const used = await site.application.product.database.attachments.usedBy(3, [7])
    expect(used.map(({ displayName }) => displayName).toSorted()).toEqual(['b.txt', 'c.txt', 'old one.png'])
    expect(site.receipt).toMatchObject({ isWhole: true, attachments: { found: 4, compared: 4, differing: [] } })
  })

  it('are still led to where they lie in an object storage, by the sign, for those who may read a page with them', async () => {
    const sign = (at: number): string => String(at).padStart(32, '0')
    const address = (at: number): string => `/server/index.php?s=/api/attachment/visitFile&sign=${sign(at)}`
    const at = (name: string): string => `https://bucket.example.test/${name}`
    const folder = await withFiles(`
      insert into item values (4, 'Closed', 1);
      alter table item add column password text;
      update item set password = 'birch' where item_id = 4;
      insert into page values (8, 4, 'Closed', 'text'), (9, 3, 'Named', '[a](${address(3)})');
      ${row(1, at('open.png'))} ${row(2, at('closed.png'))} ${row(3, at('named.png'))} ${row(4, at('hub.png'))}
      ${row(5, 'javascript:alert(1)')} ${row(6, at('twice.png'), sign(1))} ${row(7, at('报告 1.png'))}
      insert into file_page values (1, 1, 7, 0), (2, 2, 8, 0), (3, 6, 8, 0), (4, 3, 99, 0), (5, 7, 7, 0);`)
    const site = await movedFrom(folder)

    const led = async (browser: Browser, id: number) => {
      const { statusCode, headers } = await browser.get(address(id))
      return [id, statusCode === 302 ? headers['location'] : 'refused']
    }
    const visitor = site.browser()
    const reader = site.browser()
    expect((await reader.post('item/pwd', { item_id: 4, password: 'birch' })).error_code).toBe(0)
    expect(await Promise.all([1, 2, 3, 4, 5, 7].map((id) => led(visitor, id)))).toEqual([
      [1, at('open.png')],
      [2, 'refused'],
      [3, at('named.png')],
      [4, at('hub.png')],
      [5, 'refused'],
      [7, at('%E6%8A%A5%E5%91%8A%201.png')],
    ])
    expect(await led(reader, 2)).toEqual([2, at('closed.png')])
    const { followed, broken, brokenBefore } = site.receipt.links
    expect([followed > 0, broken]).toEqual([true, []])
    expect(brokenBefore.filter((link) => link.address.includes('visitFile'))).toEqual([])
    expect(site.receipt.isWhole).toBe(true)
    const { showdoc, application } = site
    expect((await carry({ showdoc, application, say: () => undefined })).wasDone).toBe(true)
  })

  it('have their pictures shown in pages when that is wished, and the site says which hosts that are', async () => {
    const folder = await withFiles(`
      ${row(1, 'https://Bucket.example.test:9000/a.png')} ${row(2, 'https://bucket.example.test:9000/b.png')}
      ${row(3, 'https://cdn.example.test/c.png')} ${row(4, 'https://old.example.test/d.png')}`)
    const site = await movedFrom(folder)
    const { application, showdoc } = site
    const { database } = application.product
    const shown = async () => (await readSettings(database, pictureSettings)).shownHosts
    const reasons = ({ plan }: Carried) =>
      plan.findings.left.filter(({ table }) => table === 'upload_file').map(({ reason }) => reason)
    const move = (showsPictures: boolean) => carry({ showdoc, application, showsPictures, say: () => undefined })
    expect(showdoc.look.storages.map(({ host, files }) => [host, files])).toEqual([
      ['bucket.example.test:9000', 2],
      ['cdn.example.test', 1],
      ['old.example.test', 1],
    ])
    expect([await shown(), reasons(site.carried)]).toEqual([[], Array(4).fill('otherStorage')])

    // Full but for one place, which is not the one of a host that is allowed already.
    const others = Array.from({ length: 48 }, (_, at) => `img-${at}.example.org`)
    await writeSettings(database, pictureSettings, { shownHosts: [...others, 'cdn.example.test'] })
    const asked = await move(true)
    expect(asked.wasDone).toBe(false)
    expect((await shown()).slice(48)).toEqual(['cdn.example.test', 'bucket.example.test:9000'])
    expect(reasons(asked)).toEqual(['otherStorageShown', 'otherStorageShown', 'otherStorageShown', 'otherStorage'])
    expect((await move(true)).wasDone).toBe(true)

    await writeSettings(database, pictureSettings, { shownHosts: ['*.example.test'] })
    expect(reasons(await move(false))).toEqual([
      ...Array(2).fill('otherStorage'),
      'otherStorageShown',
      'otherStorageShown',
    ])
    await writeSettings(database, pictureSettings, { otherHosts: 'shown' })
    expect([reasons(await move(true)), await shown()]).toEqual([Array(4).fill('otherStorageShown'), []])
  })

  it('lead nobody out of the folder of uploads, and hold up nothing', async () => {
    const outside = await mkdtemp(path.join(tmpdir(), 'octavo-outside-'))
    onTestFinished(() => rm(outside, { recursive: true, force: true }))
    await writeFile(path.join(outside, 'secret.txt'), 'secret')
    const folder = await withFiles(
      [
        row(1, 'http://x.test/Public/Uploads/../../Sqlite/showdoc.db.php'),
        row(2, 'http://x.test/Public/Uploads/%2e%2e/%2e%2e/secret.txt'),
        row(3, 'http://x.test/Public/Uploads/link.txt'),
        row(4, 'http://x.test/Public/Uploads/linked/secret.txt'),
        row(5, 'http://x.test/Public/Uploads/folder'),
        row(6, 'http://x.test/Public/Uploads/missing.txt'),
        row(7, 'http://x.test/Public/Uploads/a%00b.txt'),
        row(8, `http://x.test/Public/Uploads/${'n'.repeat(300)}.txt`),
        row(9, `http://x.test/Public/Uploads/${'long/'.repeat(300)}x.txt`),
        row(10, 'https://bucket.example.test/showdoc_1.png'),
        row(11, 'http://x.test/Public/Uploads/fine.txt'),
        row(12, 'http://x.test/Public/Uploads/fine.txt', 'short'),
        row(13, '/etc/passwd'),
        row(14, 'http://x.test/Public/Uploads/'),
        'insert into file_page values (1, 11, 7, 1500000000), (2, 11, 999, 0), (3, 99, 7, 0), (4, 11, 7, 0), (5, 10, 7, 0);',
      ].join('\n'),
      { 'fine.txt': 'fine', 'folder/inner.txt': 'inner', 'two\nlines "<>.txt': 'odd' },
    )
    const uploads = path.join(folder, 'Public/Uploads')
    await symlink(path.join(outside, 'secret.txt'), path.join(uploads, 'link.txt'))
    await symlink(outside, path.join(uploads, 'linked'))

    const site = await movedFrom(folder)

    const { receipt } = site
    expect(receipt.isWhole).toBe(true)
    const left = receipt.left.filter(({ table }) => table === 'upload_file')
    expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14]))
    expect(left).toHaveLength(12)
    expect(left.find(({ id }) => id === 10)).toMatchObject({
      reason: 'otherStorage',
      values: { host: 'bucket.example.test' },
    })
    expect(receipt.left).toContainEqual(expect.objectContaining({ table: 'Public/Uploads', id: 'linked' }))
    const owner = site.browser()
    for (const address of ['link.txt', 'linked/secret.txt', 'folder', 'missing.txt'])
      expect([address, (await owner.get(`/Public/Uploads/${address}`)).statusCode]).toEqual([address, 404])
    expect((await owner.get('/Public/Uploads/fine.txt')).payload).toBe('fine')
    expect((await owner.get('/Public/Uploads/two%0Alines%20%22%3C%3E.txt')).payload).toBe('odd')
    expect(receipt.tables.find(({ name }) => name === 'file_page')).toMatchObject({ read: 5, carried: 1, left: 4 })
  })

  it('go on where they were stopped, and are there once', async () => {
    const files = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`many/${at}.txt`, `text ${at}`]))
    const application = await emptySite()
    onTestFinished(() => application.close(), 60_000)
    const showdoc = await openShowdoc(await withFiles('', files))
    onTestFinished(() => showdoc.close())
    const { database } = application.product
    const inStorages = () => database.attachments.inStorages()
    let batches = 0
    const dying: ComposedApplication = {
      ...application,
      carrying: {
        ...application.carrying,
        carry: (work) =>
          application.carrying.carry((rows) =>
            work({
              ...rows,
              async addFile(file) {
                batches += 1
                if (batches === 20) throw new Error('killed')
                return rows.addFile(file)
              },
            }),
          ),
      },
    }

    await expect(carry({ showdoc, application: dying, say: () => undefined })).rejects.toThrow('killed')
    expect(await inStorages()).toMatchObject([{ files: 16 }])
    const carried = await carry({ showdoc, application, say: () => undefined })
    expect(await inStorages()).toMatchObject([{ files: 40 }])
    expect((await receiptOf({ showdoc, carried, application })).attachments).toMatchObject({ compared: 40 })

    const again = await carry({ showdoc, application, say: () => undefined })
    expect([again.wasDone, again.files.length]).toEqual([true, 40])
    expect(await inStorages()).toMatchObject([{ files: 40 }])
    // What was put away and not kept is swept a day later.
    expect(await database.attachments.strayBlobs('local', new Date(), 100)).toEqual([])
    expect(await database.attachments.strayBlobs('local', new Date('2100-01-01'), 100)).toHaveLength(16)
  })
})
