import { readFileSync } from 'node:fs'
import type { Page, Route } from '@playwright/test'
import packageFile from '../../package.json' with { type: 'json' }
import { languagesOf } from './support/languages.ts'
import { expect, expectAccessibleInBothSchemes, expectToFit, prefer, shareSession, test } from './support/product.ts'
import type { Language } from './support/words.ts'

interface Answer {
  result?: { data: Record<string, unknown> }
  error?: object
}
const NEWER = '99.1.0'
/** A download that is under way. */
const TASK = {
  ...{ taskId: 9_000_001, title: 'Download of the new version', state: 'running', done: 3, of: 80 },
  ...{ what: 'Downloading (MB)', resultText: '', resultPath: '', failure: '', fileName: '', fileUrl: '' },
}
const PHONE = { width: 390, height: 844 }
const wordsOf = (language: Language) => {
  const file = new URL(`../../plugins/backstage/locales/${language}.json`, import.meta.url)
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>
  return (key: string): string => (texts[`about.${key}`] ?? key).replace('{{version}}', NEWER)
}

/** What the server says, with another answer to one of the calls that one request may hold. */
async function answered(route: Route, call: string, change: (answer: Answer) => Answer): Promise<void> {
  const response = await route.fetch()
  const calls = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? []
  const answers = (await response.json()) as Answer | Answer[]
  const json = Array.isArray(answers)
    ? answers.map((each, at) => (calls[at] === call ? change(each) : each))
    : change(answers)
  await route.fulfill({ status: 200, json })
}
const answer = (page: Page, call: string, change: (answer: Answer) => Answer) =>
  page.route(
    ({ pathname }) => pathname.includes(call),
    (route) => answered(route, call, change),
  )
const succeed = (): Answer => ({ result: { data: {} } })

test.describe('the version of the site', () => {
  for (const language of languagesOf('the version of the site')) {
    const t = wordsOf(language)

    test(`[ADMIN-48] [D58] stands under About, with the way to a newer one by hand (${language})`, async ({
      page,
      admin,
    }) => {
      await prefer(page, language, 'light')
      await shareSession(page, admin)
      await page.goto('/admin/backstage-about')

      await expect(page.getByText(packageFile.version, { exact: true })).toBeVisible()
      await expect(page.getByText(t('off'))).toBeVisible()
      await expect(page.getByRole('button', { name: t('updateAction') })).toHaveCount(0)
    })

    test(`[ADMIN-48] [UPD-01] [UPD-02] [CONST-30] is updated step by step, and the first that fails is the last (${language})`, async ({
      page,
      admin,
    }) => {
      await prefer(page, language, 'light')
      await shareSession(page, admin)
      await answer(page, 'adminUpdate.checkUpdate', ({ result }) => ({
        result: { data: { ...result?.data, newVersion: NEWER, url: 'https://example.org/news', isOn: true } },
      }))
      await page.goto('/admin/backstage-about')
      await expect(page.getByRole('definition').filter({ hasText: NEWER })).toBeVisible()
      await expect(page.getByRole('link', { name: t('notes') })).toHaveAttribute('href', 'https://example.org/news')
      await expectAccessibleInBothSchemes(page)
      await page.setViewportSize(PHONE)
      await expectToFit(page)
      const begin = async () => {
        await page.getByRole('button', { name: t('update'), exact: true }).click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: t('updateAction'), exact: true })
          .click()
      }

      // The server itself refuses.
      await begin()
      await expect(page.getByRole('alert')).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: t('step.download') })).toHaveCount(0)
      await expect(page.getByRole('button', { name: t('update'), exact: true })).toBeEnabled()

      await page.clock.install()
      let task: Record<string, unknown> = TASK
      await answer(page, 'adminUpdate.start', () => ({ result: { data: { taskId: TASK.taskId } } }))
      await answer(page, 'task.status', () => ({ result: { data: task } }))
      await answer(page, 'adminUpdate.updateFiles', succeed)
      await begin()
      await expect(page.getByText(t('step.download'))).toBeVisible()
      await expect(page.getByText(TASK.what)).toBeVisible()
      await expectToFit(page)
      const tables = page.waitForResponse((response) => response.url().includes('update.checkDb'))
      task = { ...TASK, state: 'done' }
      await page.clock.runFor(1_500)
      await tables
      await expect(page.getByText(t('step.reload'))).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await page.clock.runFor(6_500)
      await expect(page.getByText(t('step.reload'))).toBeVisible()
      const reloaded = page.waitForEvent('load')
      await page.clock.runFor(1_000)
      await reloaded
    })
  }
})
