import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { layShowdoc } from '#tests/support/showdoc.ts'
import { packed } from '#tests/support/packed.ts'
import { PNG } from '#tests/support/sample-files.ts'
import { look, openSection, textsFor } from './support/backstage.ts'
import { withStage } from './support/journey.ts'
import { LANGUAGES, languagesOf } from './support/languages.ts'
import { lookInBothLanguages } from './support/other-language.ts'
import { newDataDirectory } from './support/prepared-server.ts'
import { expect, restClient, test, type RestClient } from './support/product.ts'
import { ADMIN, startServer, type RunningServer } from './support/running-server.ts'

const SIGN = 'a'.repeat(32)

/** A ShowDoc of its own for each language: one that has come before brings nothing. */
const showdocOf = (number: number, storage: string): string => `
  create table user (uid integer primary key, username text, password text, groupid int default 2);
  create table item (item_id integer primary key, item_name text, uid integer, addtime int);
  create table page (page_id integer primary key, item_id integer, page_title text, page_content text);
  create table upload_file (file_id integer primary key, sign text, display_name text, uid int, page_id int, addtime int,
    real_url text);
  insert into upload_file values (1, '${SIGN}', 'a.png', 2, 1, 1600000000, '${storage}/a.png');
  create table item_variable (id integer primary key, item_id int, var_name text);
  insert into user values (1, 'moved-root', 'x', 1), (2, 'moved-ann', 'x', 2), (3, '${ADMIN.username}', 'x', 2);
  insert into item_variable values (1, 1, 'variable ${number}');
  insert into item values (1, 'Orders ${number}', 2, ${1_600_000_000 + number}), (2, 'Stock ${number}', 2, ${1_600_000_100 + number});
  insert into page values (1, 1, 'Create', 'See ![Drawn](/server/index.php?s=/api/attachment/visitFile&sign=${SIGN}).'), (2, 1, 'List', 'All orders.'), (3, 2, 'Count', 'All stock.');`

/** What a look says of such a ShowDoc, which does not tell its version. */
const NO_SCHEMA = { en: 'The version of its tables is not said', 'zh-cn': '数据库没有写明表结构的版本' } as const

/** What it says of an archive without one. */
const NO_SHOWDOC = { en: 'it holds no ShowDoc: pack the folder', 'zh-cn': '其中没有 ShowDoc。请打包' } as const

test.describe('moving from ShowDoc in the administration', () => {
  /** An object storage for each language. */
  const storages: Server[] = []
  const hostOf = (number: number): string => {
    const address = storages[number]?.address()
    return `localhost:${typeof address === 'object' ? address?.port : ''}`
  }
  let directory = ''
  let running: RunningServer
  let admin: RestClient
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    directory = await mkdtemp(path.join(tmpdir(), 'octavo-showdoc-e2e-'))
    for (const [number, language] of LANGUAGES.entries()) {
      const folder = path.join(directory, language)
      await mkdir(path.join(folder, 'Public/Uploads/2020-01-01'), { recursive: true })
      await writeFile(path.join(folder, 'Public/Uploads/2020-01-01/a.txt'), 'text of a file')
      const storage = createServer((_, reply) => reply.writeHead(200, { 'content-type': 'image/png' }).end(PNG))
      storages.push(storage)
      await new Promise<void>((resolve) => storage.listen(0, 'localhost', resolve))
      layShowdoc(folder, showdocOf(number, `http://${hostOf(number)}`))
      await packed(folder, path.join(directory, `${language}.zip`), 'zip')
      await packed(path.join(folder, 'Public'), path.join(directory, `${language}-without.zip`), 'zip')
    }
    running = await startServer({
      dataDirectory: await newDataDirectory(),
      environment: { SHOWDOC_FOLDERS: LANGUAGES.map((language) => path.join(directory, language)).join(',') },
    })
    admin = await restClient(running.url, ADMIN.username, ADMIN.password)
  })
  test.afterAll(async () => {
    for (const storage of storages) await new Promise((resolve) => storage.close(resolve))
    await running.stop()
    for (const each of [directory, running.dataDirectory]) await rm(each, { recursive: true, force: true })
  })

  for (const language of languagesOf('moving in from an archive'))
    test(`an administrator looks, moves in from an archive, and downloads the receipt (${language})`, async ({
      browser,
    }) => {
      test.setTimeout(240_000)
      const number = LANGUAGES.indexOf(language)
      await withStage(browser, running, language, `showdoc-${language}`, async (stage) => {
        const t = textsFor(stage)
        // Of the other language, whose ShowDoc is another one.
        const others = (await admin.call<{ receipts: readonly object[] }>('showdoc/read')).receipts.length
        const page = await openSection(stage, admin, 'showdoc')
        lookInBothLanguages(page.context())
        await page.getByRole('radio', { name: t('showdoc.source.upload') }).check()
        await expect(page.getByRole('button', { name: t('showdoc.carry'), exact: true })).toHaveCount(0)

        await page.getByLabel(t('showdoc.choose')).setInputFiles(path.join(directory, `${language}-without.zip`))
        await expect(page.getByText(`${language}-without.zip`)).toBeVisible()
        await page.getByRole('button', { name: t('showdoc.look'), exact: true }).click()
        await expect(page.getByText(NO_SHOWDOC[language])).toBeVisible()
        // The reason is told a moment before the look has ended.
        await expect.poll(async () => (await admin.call<{ task_id: number }>('showdoc/read')).task_id).toBe(0)

        await page.getByLabel(t('showdoc.choose')).setInputFiles(path.join(directory, `${language}.zip`))
        await expect(page.getByText(`${language}.zip`)).toBeVisible()
        const carry = page.getByRole('button', { name: t('showdoc.carry'), exact: true })
        await expect(carry).toBeDisabled()

        await page.getByRole('button', { name: t('showdoc.look'), exact: true }).click()
        const found = page.getByRole('region', { name: t('showdoc.found') })
        await expect(found).toBeVisible()
        await expect(found.getByRole('definition').first()).toHaveText('2')
        await expect(found.getByRole('alert')).toContainText(NO_SCHEMA[language])
        const same = found.getByRole('row', { name: ADMIN.username })
        await expect(same).toContainText(t('showdoc.accounts.admin'))
        await page.getByLabel(t('showdoc.only')).selectOption({ label: `1 · Orders ${number}` })
        await page.getByLabel(t('showdoc.only')).selectOption({ label: t('showdoc.onlyAll') })
        await page.getByRole('radio', { name: t('showdoc.links.rewrite') }).check()
        await page.getByLabel(t('showdoc.address')).fill('http://docs.example.com')
        await page.getByRole('checkbox', { name: t('showdoc.pictures', { hosts: hostOf(number) }) }).check()
        await found.getByText(t('showdoc.tables'), { exact: true }).click()
        await look(page, `showdoc-found-${language}`)

        await carry.click()
        const dialog = page.getByRole('dialog', { name: t('showdoc.carryTitle') })
        await dialog.getByRole('button', { name: t('showdoc.carry'), exact: true }).click()
        await expect(dialog).toHaveCount(0)
        const receipts = page.getByRole('region', { name: t('showdoc.receipts') })
        await expect(receipts.getByText(t('showdoc.receipt.whole'))).toHaveCount(others + 1, { timeout: 120_000 })
        // The archive is gone with all that has come.
        await expect(page.getByText(`${language}.zip`)).toHaveCount(0)
        const names = await admin.call<{ items: readonly { item_name: string }[] }>('adminItem/getList', {
          item_name: ` ${number}`,
        })
        expect(names.items.map((item) => item.item_name).toSorted()).toEqual([`Orders ${number}`, `Stock ${number}`])

        // A picture that stays in its storage, by the address that ShowDoc gave it.
        const reader = await page.context().newPage()
        const moved = await admin.call<{ items: readonly { item_id: number }[] }>('adminItem/getList', {
          item_name: `Orders ${number}`,
        })
        const { menu } = await admin.call<{ menu: { pages: readonly { page_id: number; page_title: string }[] } }>(
          'item/info',
          { item_id: moved.items[0]?.item_id ?? 0 },
        )
        const create = menu.pages.find(({ page_title }) => page_title === 'Create')
        await reader.goto(`${running.url}/page/${create?.page_id}`)
        const drawn = reader.getByRole('img', { name: 'Drawn' })
        await expect.poll(() => drawn.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
        await reader.close()

        const downloading = page.waitForEvent('download')
        await receipts
          .getByRole('link', { name: t('showdoc.receipt.download', { file: 'JSON' }) })
          .first()
          .click()
        const receipt = JSON.parse(await readFile(await (await downloading).path(), 'utf8')) as { isWhole: boolean }
        expect(receipt.isWhole).toBe(true)
        const keptData = receipts.getByRole('link', { name: t('showdoc.receipt.downloadKept') })
        const keeping = page.waitForEvent('download')
        await keptData.first().click()
        const kept = JSON.parse(await readFile(await (await keeping).path(), 'utf8')) as {
          item_variable: readonly { var_name: string }[]
        }
        expect(kept.item_variable.map((each) => each.var_name)).toEqual([`variable ${number}`])
        // What another ShowDoc has left is still there.
        await expect(keptData).toHaveCount(others + 1)
        await look(page, `showdoc-moved-${language}`)
      })
    })
})
