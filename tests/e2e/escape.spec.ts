import type { Page } from '@playwright/test'
import { clickInto } from './support/editor.ts'
import { expect, newPerson, shareSession, test, untilAwake } from './support/product.ts'
import { watchScreen } from './support/whole-screen.ts'
import { newWriter } from './support/writer.ts'

const OPENERS = '[aria-haspopup="menu"]:visible, [aria-haspopup="dialog"]:visible'

/** Opens every menu of a screen by its button, and leaves each with Escape. */
async function expectFocusToReturn(page: Page): Promise<void> {
  const openers = page.locator(OPENERS)
  await expect(openers.first()).toBeVisible()
  const count = await openers.count()
  for (let at = 0; at < count; at += 1) {
    const opener = openers.nth(at)
    const name = await opener.evaluate((button) => button.getAttribute('aria-label') ?? button.textContent ?? '')
    await opener.focus()
    await page.keyboard.press('Enter')
    // Some menus are loaded when they are opened first.
    await expect(
      page.locator('[role=menu]:visible, [role=listbox]:visible, dialog:visible').first(),
      name,
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('[role=menu]:visible'), name).toHaveCount(0)
    await expect(opener, `the focus after the menu of "${name}"`).toBeFocused()
  }
}

test('Escape leaves a menu for what opened it, on every screen', async ({ page, server }) => {
  const content = 'Begin.\n\n| a | b |\n| --- | --- |\n| one | two |\n'
  const writer = await newWriter(page, server.url, 'escape-writer', { content })
  await writer.client.call('catalog/save', { item_id: writer.itemId, cat_name: 'Guides' })
  // What stands in the place of a screen has a header of its own, which goes with its menus.
  const whole = watchScreen(page)
  for (const address of [
    '/item/index',
    writer.view,
    writer.address,
    `/catalog/${writer.itemId}`,
    `/item/setting/${writer.itemId}`,
    '/user/setting',
  ]) {
    await page.goto(address)
    await untilAwake(page)
    await whole(address)
    await expectFocusToReturn(page)
  }
})

test('Escape leaves the menus of the tree for the row or button that opened them', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'escape-tree')
  await page.goto(writer.view)
  await untilAwake(page)
  // The tools for editing come when the tree is reached.
  await page.locator('.side').hover()
  const add = page.getByRole('button', { name: 'New page or catalog' }).first()
  const tree = page.locator('.side').getByRole('tree')

  await add.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()
  await tree.focus()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(tree).toBeFocused()
  await page.getByRole('treeitem').first().click({ button: 'right' })
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('.side').locator(':focus')).toHaveCount(1)
})

test('Escape leaves what opens over the text for the text', async ({ page, server }) => {
  const content = 'Begin here.\n\n| a | b |\n| --- | --- |\n| one | two |\n'
  const writer = await newWriter(page, server.url, 'escape-text', { content })
  await page.goto(writer.address)
  const text = page.getByRole('textbox', { name: 'Text of the page' })
  await clickInto(page, page.getByText('Begin here.'))
  await page.keyboard.press('End')

  for (const typed of [' /', ' [[']) {
    await page.keyboard.type(typed)
    await expect(page.getByRole('listbox', { name: 'Choices' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox', { name: 'Choices' })).toHaveCount(0)
    await expect(text).toBeFocused()
  }
  await page.getByText('Begin').dblclick()
  await page.locator('.bn-formatting-toolbar').getByRole('button', { name: 'Paragraph' }).click()
  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await expect(page.locator('body > :focus, body :focus')).not.toHaveCount(0)
  await page.getByRole('cell', { name: 'one' }).click()
  const bar = page.getByRole('toolbar', { name: 'Table', exact: true })
  for (const name of ['Column', 'Row', 'Copy table']) {
    const opener = bar.getByRole('button', { name, exact: true })
    await opener.click()
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(text).toBeFocused()
  }
})

test('closing the tree of a narrow window leaves the button that opened it', async ({ page, server }) => {
  const person = await newPerson(server.url, 'escape-narrow')
  const writer = await newWriter(page, server.url, person)
  await shareSession(page, person.client)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(writer.view)
  await untilAwake(page)
  const opener = page.getByRole('button', { name: 'Show the pages of this item' })
  for (const close of ['Escape', 'Close'] as const) {
    await opener.click()
    await expect(page.locator('dialog.drawer')).toBeVisible()
    if (close === 'Escape') await page.keyboard.press('Escape')
    else await page.locator('dialog.drawer').getByRole('button', { name: 'Close' }).click()
    await expect(page.locator('dialog.drawer')).toHaveCount(0)
    await expect(opener).toBeFocused()
  }
})
