import type { Page } from '@playwright/test'
import { expect, test, untilAwake } from './support/product.ts'
import { newWriter } from './support/writer.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Text of the page' })

test('Back and Forward with unsaved text ask first, and lead where they would have led', async ({ page, server }) => {
  const { itemId, pageId, address } = await newWriter(page, server.url, 'leaving-stepper')
  await page.goto(`/${itemId}/${pageId}`)
  await untilAwake(page)
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(text(page)).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(new RegExp(`/${itemId}/`))
  await page.goBack()
  await text(page).getByText('start').click()
  await page.keyboard.press('Home')
  await page.keyboard.type('x')

  for (const step of ['forward', 'back'] as const) {
    await page.evaluate((direction) => history[direction](), step)
    await expect(page.getByRole('dialog')).toContainText('Leave without saving?')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(new RegExp(address))
    await expect(text(page)).toContainText('xstart')
  }

  await page.evaluate(() => history.forward())
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(new RegExp(`/${itemId}/`))
})

test('whatever is drawn while the browser is brought back, unsaved text stays', async ({ page, server }) => {
  const { itemId, pageId, address } = await newWriter(page, server.url, 'leaving-drawer')
  await page.goto(`/${itemId}/${pageId}`)
  await untilAwake(page)
  await page.getByRole('link', { name: 'Edit' }).click()
  await text(page).getByText('start').click()
  await page.keyboard.press('Home')
  await page.keyboard.type('x')
  // Everybody who looks at the address looks again, long before the browser is back.
  await page.evaluate(() => {
    const go = history.go.bind(history)
    history.go = (steps) => {
      for (let round = 1; round <= 10; round++)
        setTimeout(() => dispatchEvent(new HashChangeEvent('hashchange')), round * 10)
      setTimeout(() => go(steps), 200)
    }
  })

  await page.evaluate(() => history.back())
  await expect(page.getByRole('dialog')).toContainText('Leave without saving?')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await expect(page).toHaveURL(new RegExp(address))
  await expect(text(page)).toContainText('xstart')
})
