import { dialogOf, journeySeenInBothLanguages, press } from './support/journey.ts'
import { expect, expectAccessibleInBothSchemes, expectToFit } from './support/product.ts'

journeySeenInBothLanguages(
  '[J06] whoever has no item yet begins with samples, and is rid of them again',
  async (stage) => {
    const { say } = stage
    const { page, client } = await stage.actor('nora')
    const tiles = page.locator('.tile')
    const own = page.locator('.own-samples')
    const remove = async () => {
      await own.getByRole('button', { name: say('items', 'samples.remove') }).click()
      await press(dialogOf(page), say('items', 'samples.removeAction'))
    }
    await page.goto('/item/index')
    const add = page.getByRole('button', { name: say('items', 'samples.add') })
    await expect(page.getByRole('link', { name: say('items', 'list.add') }).first()).toBeVisible()
    await expect(add).toBeVisible()
    await expectAccessibleInBothSchemes(page)

    await add.click()
    await expect(tiles).toHaveCount(3)
    await expect(own).toContainText(stage.language === 'en' ? 'Orders API' : '订单接口')
    await page.setViewportSize({ width: 390, height: 800 })
    await expectToFit(page)
    await expectAccessibleInBothSchemes(page)

    // What somebody has written in stays; the others come back when that was a mistake.
    const { items } = await client.call<{ items: { item_id: number; item_name: string }[] }>('sample/list', {})
    const written = items.find(({ item_name: name }) => /Orders|订单/.test(name))
    const page_title = 'Refunds'
    await client.call('page/save', { item_id: written?.item_id, page_id: 0, page_title, page_content: 'ours' })
    await remove()
    await expect(tiles).toHaveCount(1)
    await expect(own).toHaveCount(0)
    await expect(page.locator('.toasts')).toContainText(written?.item_name ?? '')
    await page
      .locator('.toasts')
      .getByRole('button', { name: say('items', 'samples.undo') })
      .click()
    await expect(tiles).toHaveCount(3)
  },
)

journeySeenInBothLanguages('[J06] a phone has a button for what Ctrl+K finds', async (stage) => {
  const { say } = stage
  const { page, client } = await stage.actor('nora')
  await client.call('sample/add', {})
  await page.setViewportSize({ width: 390, height: 800 })
  const dialog = dialogOf(page)

  for (const address of ['/item/index', '/team/index', '/user/setting']) {
    await page.goto(address)
    await page.getByRole('button', { name: say('common', 'nav.find') }).click()
    await expect(dialog.getByRole('combobox')).toBeFocused()
    await dialog.getByRole('combobox').fill(stage.language === 'en' ? 'orders' : '订单')
    await expect(dialog.getByRole('option').first()).toContainText(/Orders API|订单接口/)
    await expectToFit(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})
