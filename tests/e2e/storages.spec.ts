import S3rver from '@20minutes/s3rver'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { look, openSection, textsFor } from './support/backstage.ts'
import { attach } from './support/files.ts'
import { withStage } from './support/journey.ts'
import { LANGUAGES, languagesOf } from './support/languages.ts'
import { lookInBothLanguages } from './support/other-language.ts'
import { newDataDirectory } from './support/prepared-server.ts'
import { expect, restClient, test, type RestClient } from './support/product.ts'
import { ADMIN, startServer, type RunningServer } from './support/running-server.ts'

test.describe('the storages of the site', () => {
  let directory = ''
  let folder = ''
  let storage: S3rver
  let endpoint = ''
  let running: RunningServer
  let admin: RestClient
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-e2e-storage-'))
    storage = new S3rver({
      ...{ port: 0, address: '127.0.0.1', silent: true, directory: folder },
      configureBuckets: LANGUAGES.map((language) => ({ name: `docs-${language}` })),
    })
    endpoint = `127.0.0.1:${(await storage.run()).port}`
    directory = await newDataDirectory()
    running = await startServer({ dataDirectory: directory })
    admin = await restClient(running.url, ADMIN.username, ADMIN.password)
  })
  test.afterAll(async () => {
    await running.stop()
    await storage.close()
    for (const each of [directory, folder]) await rm(each, { recursive: true, force: true })
  })

  for (const language of languagesOf('files in one place'))
    test(`hold all files in one place again once they are moved there (${language})`, async ({ browser }) => {
      test.setTimeout(120_000)
      await withStage(browser, running, language, `storages-${language}`, async (stage) => {
        const t = textsFor(stage)
        const file = { name: `plan-${language}.txt`, page_id: 0, item_id: 0 }
        const address = await attach(running.url, admin.token, file)
        const before = await (await fetch(address)).text()
        await admin.call('adminSetting/saveConfig', {
          oss_open: 1,
          oss_setting: {
            ...{ oss_type: 's3_storage', key: 'S3RVER', secret: 'S3RVER', protocol: 'http', region: 'us-east-1' },
            ...{ endpoint, bucket: `docs-${language}` },
          },
        })
        const page = await openSection(stage, admin, 'files')
        lookInBothLanguages(page.context())
        const places = page.locator('.storage-places')
        await expect(places.getByRole('listitem').filter({ hasText: `docs-${language}` })).toContainText(
          t('files.place.inUse'),
        )
        await look(page, `storages-${language}`)

        await places.getByRole('button', { name: t('files.place.move') }).click()
        const dialog = page.getByRole('dialog')
        await look(page, `storages-asked-${language}`)
        await dialog.getByRole('button', { name: t('files.place.moveAction'), exact: true }).click()

        await expect(places.locator('.followed-task')).toHaveAttribute('data-state', 'done')
        await expect(places.getByRole('listitem').filter({ hasText: `docs-${language}` })).toContainText(
          t('files.place.inUse'),
        )
        // What was moved away is deleted where it lay only after a while, and counted until then.
        const disk = places.getByRole('listitem').filter({ hasText: t('files.place.disk') })
        await expect(disk).toContainText(t('files.place.holds', { number: '0', size: '0.00' }))
        await expect(disk).toContainText(t('files.place.strays', { number: '1' }))
        await look(page, `storages-moved-${language}`)
        expect(await (await fetch(address)).text()).toBe(before)
        await page.reload()
        await expect(page.locator('.list-fact')).toBeVisible()
        await expect(disk).toContainText(t('files.place.strays', { number: '1' }))
        await expect(places.getByRole('button')).toHaveCount(0)
      })
    })
})
