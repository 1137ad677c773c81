import type { Page } from '@playwright/test'
import { expect, expectAccessible, newPerson, shareSession, test } from './support/product.ts'
import { newWriter } from './support/writer.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the page' })
const preview = (page: Page) => page.locator('.preview')
const off = (page: Page) => page.locator('.split-preview-off')
const chooseSplit = (page: Page) => page.locator('.face-switch').getByText('Preview', { exact: true }).click()
/** Types at the end of the page, beside its preview. */
const typeInSplit = async (page: Page, address: string, typed: string) => {
  await page.goto(address)
  await chooseSplit(page)
  await expect(preview(page)).toContainText('字')
  await text(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(typed)
}

test('[EDIT-29] a long page is not previewed while typing, and says so once', async ({ page, server }) => {
  const { address } = await newWriter(page, server.url, 'preview-olga', { content: '字'.repeat(3_000) })
  await page.goto(address)
  await chooseSplit(page)
  await expect(preview(page)).toContainText('字')
  await expect(off(page)).toBeHidden()
  await text(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('新')

  await expect(page.getByText('no longer follows your typing')).toBeVisible()
  await expect(preview(page)).not.toContainText('新')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Refresh the preview' }).click()
  await expect(preview(page)).toContainText('新')
})

test('a preview of long pages that somebody keeps on is on in any browser, until it is switched off', async ({
  page,
  browser,
  server,
}) => {
  const keeper = await newPerson(server.url, 'preview-keeper')
  // A page for each visit: no draft of one asks in the other.
  const [first, second, third] = [
    await newWriter(page, server.url, keeper, { content: '字'.repeat(3_001) }),
    await newWriter(page, server.url, keeper, { content: '字'.repeat(3_001) }),
    await newWriter(page, server.url, keeper, { content: '字'.repeat(3_001) }),
  ]
  const kept = (on: Page) => on.waitForResponse((reply) => reply.url().includes('account.choosePreferences'))
  await typeInSplit(page, first.address, '新')
  const isKept = kept(page)
  await page.getByRole('button', { name: 'Keep it on' }).click()
  await isKept
  await expect(preview(page)).toContainText('新')

  const other = await (await browser.newContext({ baseURL: server.url, locale: 'en-US' })).newPage()
  await shareSession(other, keeper.client)
  await typeInSplit(other, second.address, '另')
  await expect(preview(other)).toContainText('另')
  await expect(off(other)).toBeHidden()

  await other.goto('/user/setting')
  const choice = other.getByRole('checkbox', { name: 'Keep the preview of long pages on' })
  await expect(choice).toBeChecked()
  const isEnded = kept(other)
  await choice.uncheck()
  await isEnded
  await typeInSplit(page, third.address, '末')
  await expect(off(page)).toBeVisible()
  await other.context().close()
})
