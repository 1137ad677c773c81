import S3rver from '@20minutes/s3rver'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import ldapEn from '#plugins/ldap-login/locales/en.json' with { type: 'json' }
import ldapZhCn from '#plugins/ldap-login/locales/zh-cn.json' with { type: 'json' }
import { BASE, hasSlapd, READER, Slapd } from '#tests/support/slapd.ts'
import { zipped } from '#tests/support/zipped.ts'
import { look, openSection, textsFor } from './support/backstage.ts'
import { withStage } from './support/journey.ts'
import { languagesOf } from './support/languages.ts'
import { lookInBothLanguages } from './support/other-language.ts'
import { newDataDirectory } from './support/prepared-server.ts'
import { expect, restClient, test, type RestClient } from './support/product.ts'
import { ADMIN, freePort, startServer, type RunningServer } from './support/running-server.ts'

const LDAP = { en: ldapEn, 'zh-cn': ldapZhCn }
const MANIFEST = { id: 'greeter', apiVersion: 2, summary: 'Says hello', version: '1.2.0', server: 'server.js' }
const PLUGIN = { 'manifest.json': JSON.stringify(MANIFEST), 'server.js': 'export default () => ({})\n' }
const fileOf = (name: string, buffer: Buffer, mimeType = 'application/zip') => ({ name, mimeType, buffer })

test.describe('the backstage before real things', () => {
  let folder = ''
  let storage: S3rver
  let endpoint = ''
  let environment: Readonly<Record<string, string>> = {}
  let dataDirectory = ''
  let port = 0
  let running: RunningServer
  let admin: RestClient
  const start = async () => {
    running = await startServer({ dataDirectory, environment, port })
    admin = await restClient(running.url, ADMIN.username, ADMIN.password)
  }
  // One for each test: what they set up is everybody's.
  test.beforeEach(async () => {
    test.setTimeout(120_000)
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-e2e-things-'))
    storage = new S3rver({
      ...{ port: 0, address: '127.0.0.1', silent: true, directory: path.join(folder, 's3') },
      configureBuckets: [{ name: 'docs' }],
    })
    endpoint = `127.0.0.1:${(await storage.run()).port}`
    environment = {
      ...{ PLUGIN_UPLOAD: 'on', BACKUP_DIR: path.join(folder, 'backups') },
      BACKUP_PASSPHRASE: 'seven quiet owls at dawn',
    }
    dataDirectory = await newDataDirectory()
    port = await freePort()
    await start()
  })
  test.afterEach(async () => {
    await running.stop()
    await storage.close()
    for (const each of [folder, dataDirectory]) await rm(each, { recursive: true, force: true })
  })

  for (const language of languagesOf('tries a storage, makes a backup and uploads a plugin'))
    test(`an administrator tries a storage, makes a backup and uploads a plugin (${language})`, async ({ browser }) => {
      test.setTimeout(300_000)
      await withStage(browser, running, language, `things-${language}`, async (stage) => {
        const t = textsFor(stage)
        const page = await openSection(stage, admin, 'settings')
        lookInBothLanguages(page.context())
        const dialog = page.getByRole('dialog')
        const choose = async (label: string, option: string) => {
          await page.getByRole('combobox', { name: label }).click()
          await page.getByRole('option', { name: option, exact: true }).click()
        }
        await page.getByLabel(t('site.ossOpen')).check()
        await choose(t('site.provider.label'), t('site.provider.s3_storage'))
        const trial = page.locator('.storage-trial')
        const tryIt = trial.getByRole('button', { name: t('site.trial'), exact: true })
        await tryIt.click()
        await expect(page.getByLabel(t('site.bucket'), { exact: true })).toHaveAttribute('aria-invalid', 'true')
        for (const [field, value] of Object.entries({ key: 'S3RVER', secret: 'S3RVER', region: 'us-east-1', endpoint }))
          await page.getByLabel(t(`site.${field}`), { exact: true }).fill(value)
        await page.getByLabel(t('site.bucket'), { exact: true }).fill('nowhere')
        await tryIt.click()
        await expect(trial.getByRole('status')).toContainText(t('site.trialProblem.noBucket'))
        await page.getByLabel(t('site.bucket'), { exact: true }).fill('docs')
        await expect(trial.getByRole('status')).toHaveText('')
        await tryIt.click()
        await expect(trial.getByRole('status')).toContainText(t('site.trialDone'))
        for (const step of ['put', 'read', 'compare', 'delete'])
          await expect(trial.getByRole('status')).toContainText(t(`site.trialStep.${step}`))
        await look(page, `storage-trial-${language}`)

        await page.goto('/admin/backstage-backups')

        await expect(page.getByText(t('backups.neverProved'))).toBeVisible()
        await page.getByRole('button', { name: t('backups.start'), exact: true }).click()
        await expect(page.locator('.followed-task')).toHaveAttribute('data-state', 'done', { timeout: 180_000 })
        const made = page.getByRole('row').filter({ hasText: t('backups.state.proved') })
        await expect(made).toHaveCount(1)
        await expect(page.getByText(t('backups.lastProved'))).toBeVisible()
        await made.getByText(t('backups.receipt'), { exact: true }).click()
        await expect(made.getByText(/^SHA-256 [\da-f]{64}$/)).toBeVisible()
        const daily = page.getByRole('checkbox', { name: t('backups.daily') })
        await daily.click()
        await expect(daily).toBeChecked()
        await expect(page.getByText(t('backups.next'))).toBeVisible()
        await expect(page.getByText(t('backups.restore'))).toBeVisible()
        await look(page, `backups-${language}`)
        expect((await readdir(path.join(folder, 'backups'))).length).toBeGreaterThan(0)

        await page.goto('/admin/backstage-plugins')
        const uploads = page.getByRole('region', { name: t('plugins.uploads') })
        const choice = uploads.getByLabel(t('plugins.upload')).and(page.locator('input'))
        const broken = await zipped({ ...PLUGIN, 'server.js': "import { x } from '../../core/errors.ts'\n" })
        await choice.setInputFiles(fileOf('broken.zip', broken))
        await expect(uploads.getByRole('alert')).toContainText(t('plugins.faults'))
        await choice.setInputFiles(fileOf('greeter.zip', await zipped(PLUGIN)))
        const waiting = uploads.getByRole('listitem').filter({ hasText: MANIFEST.id })
        await expect(waiting).toContainText(t('plugins.waits'))
        await expect(uploads.getByRole('alert')).toHaveCount(0)
        await look(page, `plugin-uploaded-${language}`)
        await uploads.getByRole('button', { name: t('plugins.installNamed', { id: MANIFEST.id }) }).click()
        await dialog.getByRole('button', { name: t('plugins.install'), exact: true }).click()
        await expect(page.getByText(t('plugins.installed', { id: MANIFEST.id }))).toBeVisible()
        await expect(waiting).toHaveCount(0)

        await running.stop()
        await start()
        const after = await openSection(stage, admin, 'plugins')
        const row = after.getByRole('listitem').filter({ hasText: MANIFEST.summary })
        await expect(row).toContainText(t('plugins.running'))
      })
    })

  for (const language of languagesOf('sets up LDAPS and carries settings in a file'))
    test(`an administrator sets up LDAPS and carries settings in a file (${language})`, async ({ browser }) => {
      test.setTimeout(300_000)
      test.skip(!hasSlapd(), 'there is no directory on this machine')
      const slapd = await Slapd.with([
        { uid: 'li', name: 'Li Wei', password: 'of the directory', mail: 'li@example.org' },
      ])
      try {
        await withStage(browser, running, language, `file-${language}`, async (stage) => {
          const t = textsFor(stage)
          const l = LDAP[language]
          const page = await openSection(stage, admin, 'people')
          lookInBothLanguages(page.context())
          await page.goto('/admin/ldap-login-ldap')
          const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
          await page.getByLabel(l['field.isOpen']).check()
          await page.getByRole('button', { name: l['save'], exact: true }).click()
          await expect(page.getByLabel(l['field.host'], { exact: true })).toHaveAttribute('aria-invalid', 'true')
          await fill(l['field.host'], '127.0.0.1')
          await fill(l['field.port'], String(slapd.tlsPort))
          await page.getByRole('combobox', { name: l['field.security'] }).click()
          await page.getByRole('option', { name: l['security.ldaps'], exact: true }).click()
          await fill(l['field.baseDn'], BASE)
          await fill(l['field.bindDn'], READER.dn)
          await fill(l['field.bindPassword'], READER.password)
          await fill(l['field.userField'], 'uid')
          await fill(l['field.searchFilter'], '(objectClass=inetOrgPerson)')
          await fill(l['field.caCertificate'], slapd.otherCa)
          await fill(l['try.username'], 'li')
          await fill(l['try.password'], 'of the directory')
          await page.getByRole('button', { name: l['try.run'], exact: true }).click()
          await expect(page.getByText(l['problem.untrusted'])).toBeVisible()
          await fill(l['field.caCertificate'], slapd.ca)
          await page.getByRole('button', { name: l['try.run'], exact: true }).click()
          await expect(page.locator('.ldap-person')).toContainText('li@example.org')
          await look(page, `ldaps-tried-${language}`)
          await page.getByRole('button', { name: l['save'], exact: true }).click()
          await expect(page.getByText(l['saved'])).toBeVisible()
          await restClient(running.url, 'li', 'of the directory')

          await page.goto('/admin/backstage-settings')
          const downloading = page.waitForEvent('download')
          await page.getByRole('button', { name: t('settings.file.export') }).click()
          const saved = await readFile(await (await downloading).path(), 'utf8')
          expect(saved).not.toContain(READER.password)
          const changed = saved.replace(/"historyVersionCount": \d+/, '"historyVersionCount": 7')
          expect(changed).not.toBe(saved)
          await page.getByRole('button', { name: t('settings.file.import') }).click()
          const dialog = page.getByRole('dialog')
          const apply = dialog.getByRole('button', { name: t('settings.file.action'), exact: true })
          const read = (text: string) =>
            dialog.locator('input[type=file]').setInputFiles(fileOf('s.json', Buffer.from(text), 'application/json'))
          await read('no settings at all')
          await expect(dialog.getByText(t('settings.file.other'))).toBeVisible()
          await expect(apply).toBeDisabled()
          await read(changed)
          const row = dialog.getByRole('row').filter({ hasText: t('site.versions') })
          await expect(row).toContainText('20')
          await expect(row).toContainText('7')
          await look(page, `settings-file-${language}`)
          const reloaded = page.waitForEvent('load')
          await apply.click()
          await reloaded
          await expect(page.getByLabel(t('site.versions'))).toHaveValue('7')
        })
      } finally {
        await slapd.close()
      }
    })
})
