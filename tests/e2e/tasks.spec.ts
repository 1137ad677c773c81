import path from 'node:path'
import type { Page } from '@playwright/test'
import { NUMBERS_PLUGIN } from './support/numbers-plugin.ts'
import { startPreparedServer } from './support/prepared-server.ts'
import {
  expect,
  expectAccessibleInBothSchemes,
  expectToFit,
  prefer,
  restClient,
  shareSession,
} from './support/product.ts'
import { languagesOf } from './support/languages.ts'
import { test, type RestClient } from './support/product.ts'
import { ADMIN, type RunningServer } from './support/running-server.ts'
import { writePlugin } from './support/written-plugin.ts'

const WORDS = {
  en: {
    tasks: 'Tasks',
    title: 'Write chapters',
    lost: 'Lose chapters',
    progress: 'Progress of Write chapters',
    count: '1 of 2',
    result: 'Two chapters written.',
    open: 'Open',
    cancel: 'Cancel Write chapters',
    cancelled: 'Cancelled',
    fold: 'Collapse the tasks',
    unfold: 'Expand the tasks',
    hide: 'Hide the tasks',
    hideOne: 'Hide Write chapters',
    ended: 'Write chapters is done.',
  },
  'zh-cn': {
    tasks: '任务',
    title: '写章节',
    lost: '丢失章节',
    progress: '“写章节”的进度',
    count: '1 / 2',
    result: '已写好两章。',
    open: '打开',
    cancel: '取消“写章节”',
    cancelled: '已取消',
    fold: '收起任务',
    unfold: '展开任务',
    hide: '关闭任务列表',
    hideOne: '移除“写章节”',
    ended: '写章节已完成。',
  },
} as const

test.describe('tasks', () => {
  let server: RunningServer
  let client: RestClient
  test.beforeAll(async () => {
    server = await startPreparedServer({
      drop: (plugins) => writePlugin(path.join(plugins, 'numbers'), NUMBERS_PLUGIN),
    })
    client = await restClient(server.url, ADMIN.username, ADMIN.password)
  })
  test.afterAll(() => server.stop())
  const allow = (to: number) => client.call('numbers/allow', { to })
  const panelOf = (page: Page, language: 'en' | 'zh-cn') => page.getByRole('region', { name: WORDS[language].tasks })

  for (const language of languagesOf('a task is followed')) {
    const words = WORDS[language]

    test(`a task is followed over screens, cancelled, and gives its result (${language})`, async ({ page }) => {
      await allow(0)
      await prefer(page, language, 'light')
      await shareSession(page, client)
      await page.goto(`${server.url}/item/index`)
      const panel = panelOf(page, language)
      await expect(page.getByRole('button', { name: 'numbers' })).toBeVisible()
      await expect(panel).toHaveCount(0)

      await page.getByRole('button', { name: 'numbers' }).click()
      const progress = panel.getByRole('progressbar', { name: words.progress })
      await expect(progress).toBeVisible()
      await allow(1)
      await expect(panel.getByText(words.count)).toBeVisible()
      await expect(progress).toHaveAttribute('value', '1')
      await expectAccessibleInBothSchemes(page)
      await page.goto(`${server.url}/user/setting`)
      await expect(panel.getByText(words.count)).toBeVisible()
      await page.setViewportSize({ width: 390, height: 844 })
      // On phones it is one line, which covers no form.
      await expect(progress).toHaveCount(0)
      await expectToFit(page)
      await panel.getByRole('button', { name: words.unfold }).press('Enter')
      await expect(panel.getByText(words.count)).toBeVisible()
      await expectToFit(page)
      await expectAccessibleInBothSchemes(page)
      await panel.getByRole('button', { name: words.fold }).press('Enter')
      await expect(progress).toHaveCount(0)
      await panel.getByRole('button', { name: words.unfold }).press('Enter')

      await allow(2)
      await expect(panel.getByText(words.result)).toBeVisible()
      await expect(panel.locator('[aria-live]')).toHaveText(words.ended)
      await expectToFit(page)
      await expectAccessibleInBothSchemes(page)
      const downloading = page.waitForEvent('download')
      await panel.getByRole('link', { name: 'chapters.txt' }).click()
      expect((await downloading).suggestedFilename()).toBe('chapters.txt')
      await panel.getByRole('link', { name: words.open }).click()
      await expect(page).toHaveURL(/\/item\/index$/)
      await page.setViewportSize({ width: 1280, height: 800 })
      await panel.getByRole('button', { name: words.hideOne }).click()
      await expect(panel).toHaveCount(0)

      await allow(0)
      await page.getByRole('button', { name: 'numbers' }).click()
      await panel.getByRole('button', { name: words.cancel }).click()
      await expect(panel.getByText(words.cancelled, { exact: true })).toBeVisible()
      await client.call('numbers/fail', { to: 0 })
      await page.reload()
      await expect(panel.getByText(words.lost)).toBeVisible()
      await expect(panel.locator('[data-state=failed] .task-failed')).not.toBeEmpty()
      await expectAccessibleInBothSchemes(page)
      await panel.getByRole('button', { name: words.hide, exact: true }).click()
      await expect(panel).toHaveCount(0)
      await page.reload()
      await expect(page.getByRole('button', { name: 'numbers' })).toBeVisible()
      await expect(panel).toHaveCount(0)
    })
  }
})
