import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { untilKept } from './support/kept-drafts.ts'
import { newDataDirectory } from './support/prepared-server.ts'
import { expect, expectAccessible, expectToFit, prefer, shareSession, signIn, test } from './support/product.ts'
import { ADMIN, startServer } from './support/running-server.ts'
import { newWriter } from './support/writer.ts'

const BASE = '# Login\n\nFirst.\n\nSecond.\n'
const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the page' })
const state = (page: Page) => page.locator('.edit-state output').first()
const typeAfter = async (page: Page, place: string, typed: string) => {
  await text(page).getByText(place).click()
  await page.keyboard.press('End')
  await page.keyboard.type(typed, { delay: 20 })
}

/** A new person with a page, signed in. */
async function writer(page: Page, url: string, username: string, content = BASE) {
  const { address, ...made } = await newWriter(page, url, username, { content })
  const { client, pageId } = made
  const stored = async () =>
    (await client.call<{ page_content: string }>('page/info', { page_id: pageId })).page_content
  const holder = async () =>
    (await client.call<{ lock_username: string }>('page/isLock', { page_id: pageId })).lock_username
  return { ...made, holder, address: `${url}${address}`, stored }
}

test('a draft outlives the sudden death of the server', async ({ page }) => {
  const dataDirectory = await newDataDirectory()
  const first = await startServer({ dataDirectory })
  let running = first
  try {
    const { address, stored } = await writer(page, first.url, 'safety-survivor')
    await page.goto(address)
    await typeAfter(page, 'First.', ' Typed before the crash.')
    await expect(state(page)).toContainText('draft kept')
    await untilKept(page, ' Typed before the crash.')
    await first.kill()
    await page.keyboard.press('Control+s')
    await expect(state(page)).toContainText('Not saved')
    // Left open, the window would save by itself once the server is back.
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto('about:blank')
    running = await startServer({ dataDirectory, port: Number(new URL(first.url).port) })
    await page.goto(address)

    await page.getByRole('button', { name: 'Restore the draft' }).click()
    await expect(text(page)).toContainText('First. Typed before the crash.')
    await page.keyboard.press('Control+s')
    await expect(state(page)).toContainText('Saved as version')

    expect(await stored()).toBe(BASE.replace('First.', 'First. Typed before the crash.'))
  } finally {
    await running.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
})

test('two people write in two browsers, and both texts arrive', async ({ page, browser, server, admin }) => {
  const { address, stored, holder } = await writer(page, server.url, 'safety-twoann')
  const other = await (await browser.newContext()).newPage()
  await shareSession(other, admin)
  await page.goto(address)
  // By hand, so that somebody else may come in between.
  await page.getByRole('button', { name: 'More ways to save' }).click()
  await page.getByRole('menuitem', { name: 'Unlock the page' }).click()
  await expect.poll(holder).toBe('')
  // Before the other one comes: from time to time this window looks whether it may still write.
  await typeAfter(page, 'First.', ' Ann.')
  await other.goto(address)
  await typeAfter(other, 'Second.', ' Admin.')
  await other.keyboard.press('Control+s')
  await expect(state(other)).toContainText('Saved as version')
  await other.goto('about:blank')
  await expect.poll(holder).toBe('')

  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(ADMIN.username)
  await dialog.getByRole('button', { name: 'Save the merged page' }).click()
  await expect(state(page)).toContainText('Saved as version')

  expect(await stored()).toBe('# Login\n\nFirst. Ann.\n\nSecond. Admin.\n')
  await other.context().close()
})

test('two tabs of one person keep a draft each', async ({ page, server }) => {
  const { address } = await writer(page, server.url, 'safety-twotabs')
  const other = await page.context().newPage()
  for (const [tab, words] of [
    [page, ' From the first tab.'],
    [other, ' From the second tab.'],
  ] as const) {
    await tab.bringToFront()
    await tab.goto(address)
    if (tab === other) {
      await tab.getByRole('button', { name: 'Continue here' }).click()
      await tab.getByRole('button', { name: 'Close' }).click()
    }
    await typeAfter(tab, 'First.', words)
    await expect(state(tab)).toContainText('draft kept')
    await untilKept(tab, words)
    tab.on('dialog', (dialog) => void dialog.accept())
  }
  await other.close()
  await page.reload()

  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('First. From the second tab.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toContainText('First. From the first tab.')
})

test('[EDIT-26] a save without an answer is given up after 20 seconds and keeps the text', async ({ page, server }) => {
  const { address, stored } = await writer(page, server.url, 'safety-patient')
  await page.goto(address)
  await typeAfter(page, 'First.', ' Waiting.')
  await page.route('**/page.save*', () => undefined)
  await page.clock.install()
  await page.keyboard.press('Control+s')
  await expect(state(page)).toHaveText('Saving')
  await page.clock.runFor(20_000)

  await expect(state(page)).toContainText('Not saved')
  await expect(text(page)).toContainText('First. Waiting.')
  await page.unroute('**/page.save*')
  await page.locator('.edit-state').getByRole('button', { name: 'Try again' }).click()
  await expect(state(page)).toContainText('Saved as version')
  expect(await stored()).toBe(BASE.replace('First.', 'First. Waiting.'))
})

test('[R21] a text that was typed on one machine is offered on another', async ({ page, browser, server }) => {
  const { address, username, password, stored } = await writer(page, server.url, 'safety-twomachines')
  await page.goto(address)
  // It may be sent before the lid is closed, if that takes long.
  const isKept = page.waitForResponse(
    (reply) =>
      reply.url().includes('page.keepDraft') &&
      reply.request().postData()?.includes(' From the laptop.') === true &&
      reply.ok(),
  )
  await typeAfter(page, 'First.', ' From the laptop.')
  await expect(state(page)).toContainText('draft kept')
  // The lid is closed.
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await isKept

  const other = await (await browser.newContext()).newPage()
  // A session of its own, as on another machine.
  await signIn(other, server.url, username, password)
  await prefer(other, 'zh-cn', 'light')
  await other.goto(address)
  // The laptop sleeps with the page open.
  await other.getByRole('button', { name: '在此继续' }).click()
  const dialog = other.getByRole('dialog')
  await expect(dialog).toContainText('First. From the laptop.')
  await expectAccessible(other)
  await dialog.getByRole('button', { name: '恢复草稿' }).click()
  await expect(other.locator('.edit-page [role=textbox]')).toContainText('First. From the laptop.')
  await other.keyboard.press('Control+s')
  await expect(state(other)).toContainText('保存为第 2 版')
  expect(await stored()).toBe(BASE.replace('First.', 'First. From the laptop.'))

  // Saved there, nothing is left to offer anywhere.
  const asked = other.waitForResponse((reply) => reply.url().includes('page.drafts'))
  await other.reload()
  await asked
  await expect(other.locator('.edit-page [role=textbox]')).toContainText('First. From the laptop.')
  await expect(dialog).toBeHidden()
  await other.context().close()
})

test('[R21] without a connection the editor says so, keeps the text here and saves it afterwards', async ({
  page,
  server,
}) => {
  const { address, stored } = await writer(page, server.url, 'safety-offliner')
  await page.goto(address)
  await expect(text(page)).toContainText('First.')
  await page.context().setOffline(true)
  await typeAfter(page, 'First.', ' In the train.')
  await expect(state(page)).toContainText('Offline, draft kept on this device at')
  await page.keyboard.press('Control+s')
  await expect(state(page)).toContainText('Not saved')
  await expect(text(page)).toContainText('First. In the train.')

  await page.context().setOffline(false)
  await expect(state(page)).toContainText('Saved as version 2')
  expect(await stored()).toBe(BASE.replace('First.', 'First. In the train.'))
})

test('logging out asks before drafts are deleted', async ({ page, server }) => {
  const { address, username, password } = await writer(page, server.url, 'safety-outgoer')
  await page.goto(address)
  await typeAfter(page, 'First.', ' Unsaved.')
  await expect(state(page)).toContainText('draft kept')
  const logOut = async () => {
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
  }
  page.on('dialog', (dialog) => void dialog.accept())

  await logOut()
  await expect(page.getByRole('dialog')).toContainText('cannot be restored')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(text(page)).toContainText('First. Unsaved.')
  await logOut()
  await page.getByRole('button', { name: 'Log out and delete' }).click()

  await expect(page).not.toHaveURL(/page\/edit/)
  await signIn(page, server.url, username, password)
  await page.goto(address)
  await expect(text(page)).toHaveText(/First\./)
  await expect(page.getByRole('dialog')).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  for (const [language, scheme] of [
    ['en', 'light'],
    ['zh-cn', 'dark'],
  ] as const) {
    test(`the editor fits and is accessible in ${language}`, async ({ page, server }) => {
      const { address } = await writer(page, server.url, `safety-${scheme}`)
      await prefer(page, language, scheme)
      await page.goto(address)
      for (const face of ['rich', 'source', 'split']) {
        await page.locator('.face-switch label').nth(['rich', 'source', 'split'].indexOf(face)).click()
        await expect(page.locator(`.edit-page[data-face=${face}] [role=textbox]`)).toBeVisible()
        await expectAccessible(page)
        await expectToFit(page)
      }
      const toolbar = page.getByRole('toolbar').first()
      await expect.poll(async () => (await toolbar.boundingBox())?.height).toBeLessThan(90)
    })
  }
})
