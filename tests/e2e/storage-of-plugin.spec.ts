import type { Page } from '@playwright/test'
import path from 'node:path'
import { lockedStorage } from '#tests/support/locked-storage.ts'
import { look, openSection, textsFor } from './support/backstage.ts'
import { attach } from './support/files.ts'
import { withStage, type Stage } from './support/journey.ts'
import { languagesOf } from './support/languages.ts'
import { startPreparedServer } from './support/prepared-server.ts'
import { expect, restClient, test, type RestClient } from './support/product.ts'
import { ADMIN, type RunningServer } from './support/running-server.ts'
import { writePlugin } from './support/written-plugin.ts'

const MANIFEST = { id: 'furniture', apiVersion: 2, summary: 'Keeps files in furniture.', server: 'server.js' }
/** Keeps files in memory at `drawer://{secret}@{name}` and `cupboard://{secret}@{name}`; the secret is sesame. */
const SERVER = `
export default ({ contribute, storageKind, storageKinds, z }) => {
  const furniture = (id, title) =>
    contribute(
      storageKinds,
      storageKind({
        id,
        title,
        settings: z.string().regex(new RegExp('^' + id + '://[a-z]+@[a-z]+$'), 'names nothing').transform((text) => new URL(text)),
        ${lockedStorage('id')},
      }),
    )
  return {
    contributes: [
      furniture('drawer', { en: 'A drawer', 'zh-cn': '抽屉' }),
      furniture('cupboard', { en: 'A cupboard', 'zh-cn': '橱柜' }),
    ],
  }
}
`
const NAMES = {
  en: { drawer: 'A drawer', cupboard: 'A cupboard' },
  'zh-cn': { drawer: '抽屉', cupboard: '橱柜' },
} as const

/** The part of the settings about the storage, in the language of the stage. */
function storageForm(page: Page, stage: Stage) {
  const t = textsFor(stage)
  const trial = page.locator('.storage-trial')
  return {
    t,
    provider: page.getByRole('combobox', { name: t('site.provider.label') }),
    address: page.getByLabel(t('site.address'), { exact: true }),
    ofProduct: page.getByLabel(t('site.bucket'), { exact: true }),
    trial: trial.getByRole('status'),
    async choose(name: string) {
      await page.getByRole('combobox', { name: t('site.provider.label') }).click()
      await page.getByRole('option', { name, exact: true }).click()
    },
    tryIt: () => trial.getByRole('button', { name: t('site.trial'), exact: true }).click(),
    save: () =>
      page
        .locator('.site-form')
        .getByRole('button', { name: t('settings.save'), exact: true })
        .click(),
    saved: page.getByText(t('settings.saved')),
  }
}

test.describe('the storage of a plugin', () => {
  let running: RunningServer
  let admin: RestClient
  test.beforeEach(async () => {
    test.setTimeout(180_000)
    running = await startPreparedServer({
      drop: (plugins) =>
        writePlugin(path.join(plugins, MANIFEST.id), {
          'manifest.json': JSON.stringify(MANIFEST),
          'server.js': SERVER,
        }),
    })
    admin = await restClient(running.url, ADMIN.username, ADMIN.password)
  })
  test.afterEach(() => running.stop())

  const walked = async (stage: Stage): Promise<void> => {
    const page = await openSection(stage, admin, 'settings')
    const form = storageForm(page, stage)
    const { t } = form
    await page.getByLabel(t('site.ossOpen')).check()
    await expect(form.ofProduct).toBeVisible()
    await form.choose(NAMES[stage.language].drawer)
    await expect(form.ofProduct).toHaveCount(0)
    await expect(form.address).toHaveAccessibleDescription(t('site.addressHint'))

    await form.tryIt()
    await expect(form.address).toHaveAttribute('aria-invalid', 'true')
    await form.address.fill('cupboard://sesame@docs')
    await expect(form.address).not.toHaveAttribute('aria-invalid', 'true')
    await form.save()
    await expect(form.address).toHaveAttribute('aria-invalid', 'true')
    await expect(form.address).toBeFocused()
    await look(page, `storage-of-plugin-refused-${stage.language}`)
    await form.address.fill('drawer://locked@docs')
    await form.tryIt()
    await expect(form.trial).toContainText(t('site.trialProblem.notReached'))
    await form.address.fill('drawer://sesame@docs')
    await expect(form.trial).toHaveText('')
    await form.tryIt()
    await expect(form.trial).toContainText(t('site.trialDone'))
    for (const step of ['put', 'read', 'compare', 'delete'])
      await expect(form.trial).toContainText(t(`site.trialStep.${step}`))
    await look(page, `storage-of-plugin-${stage.language}`)
    await form.save()
    await expect(form.saved).toBeVisible()

    const file = await attach(running.url, admin.token, { name: 'plan.txt', page_id: 0, item_id: 0 })
    expect((await fetch(file)).status).toBe(200)
    await page.reload()
    await expect(form.provider).toHaveValue(NAMES[stage.language].drawer)
    await expect(form.address).toHaveValue('')
    expect(await page.content()).not.toContain('sesame')
    await form.tryIt()
    await expect(form.trial).toContainText(t('site.trialDone'))
    await form.choose(NAMES[stage.language].cupboard)
    await form.tryIt()
    await expect(form.address).toHaveAttribute('aria-invalid', 'true')
    await form.save()
    await expect(form.saved).toHaveCount(0)
    await form.address.fill('cupboard://sesame@docs')
    await form.save()
    await expect(form.saved).toBeVisible()
    // What is in the former one stays readable.
    expect((await fetch(file)).status).toBe(200)

    await admin.call('plugin/switchOff', { id: MANIFEST.id })
    await page.reload()
    await expect(form.provider).toHaveValue('cupboard')
    await page.getByLabel(t('site.watermark')).check()
    await form.save()
    await expect(form.saved).toBeVisible()
    await look(page, `storage-of-plugin-off-${stage.language}`)
  }

  for (const language of languagesOf('is chosen, tried, kept and asked for again'))
    test(`is chosen, tried, kept and asked for again (D73) (${language})`, async ({ browser }) => {
      test.setTimeout(300_000)
      await withStage(browser, running, language, `plugin-storage-${language}`, walked, { isSeenInBoth: true })
    })
})
