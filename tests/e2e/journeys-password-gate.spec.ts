import type { Page } from '@playwright/test'
import { journey, newItem, press, type Stage } from './support/journey.ts'
import { expect } from './support/product.ts'

/** Types a visit password at the gate. */
async function enter(page: Page, { say }: Stage, password: string): Promise<void> {
  await page.getByLabel(say('reader', 'gate.password'), { exact: true }).fill(password)
  await press(page, say('reader', 'gate.enter'))
}

journey('[J17] [PWD-01] [PWD-02] [PWD-04] a visitor passes the gate, until the password changes', async (stage) => {
  const { say } = stage
  const olga = await stage.actor('olga')
  const { itemId, begin } = await newItem(olga, 'Vault', 'open sesame')
  const vera = await stage.visitor()
  const gate = new RegExp(`/item/password/${itemId}\\?page_id=${begin}&redirect=`)
  const article = vera.getByRole('article')

  await vera.goto(`/${itemId}/${begin}`)
  await expect(vera).toHaveURL(gate)
  await enter(vera, stage, 'guessed')
  await expect(vera.getByRole('alert')).not.toBeEmpty()
  await expect(vera).toHaveURL(gate)
  await enter(vera, stage, 'open sesame')
  await expect(vera).toHaveURL(`/${itemId}/${begin}`)
  await expect(article).toContainText('About Begin.')
  await vera.reload()
  await expect(article).toContainText('About Begin.')

  await olga.page.goto(`/item/setting/${itemId}`)
  await olga.page.getByLabel(say('items', 'field.password')).fill('another word')
  await press(olga.page, say('settings', 'base.save'))
  await expect(olga.page.getByText(say('settings', 'base.saved'), { exact: true })).toBeVisible()
  await vera.goto(`/${itemId}/${begin}`)
  await expect(vera).toHaveURL(gate)
  await enter(vera, stage, 'another word')
  await expect(article).toContainText('About Begin.')
})
