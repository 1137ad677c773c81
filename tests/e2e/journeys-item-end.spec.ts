import type { Page } from '@playwright/test'
import { dialogOf, editLink, journey, newItem, press, writeOnShownPage, type Stage } from './support/journey.ts'
import { expect } from './support/product.ts'

type Deed = 'transfer' | 'archive' | 'delete'

/** Opens the dialog of a deed in the advanced settings. */
const openDialog = (page: Page, { say }: Stage, deed: Deed): Promise<void> =>
  press(page, say('settings', `lifecycle.action.${deed}`))

/** Sends a password in the dialog of a deed. */
async function confirm(page: Page, { say }: Stage, deed: Deed, password: string): Promise<void> {
  const dialog = dialogOf(page)
  const action = say('settings', `lifecycle.action.${deed}`)
  await dialog.getByLabel(say('common', 'confirm.password'), { exact: true }).fill(password)
  await press(dialog, action)
}

/** From the list to the advanced settings of an item. */
async function openAdvanced(page: Page, { say }: Stage, name: string): Promise<void> {
  await page.goto('/item/index')
  await page.getByRole('link', { name: say('items', 'list.setting', { name }), exact: true }).click()
  await page.getByRole('tab', { name: say('settings', 'tab.advanced') }).click()
}

journey('[J20] an item changes hands and is archived', async (stage) => {
  const { say } = stage
  const [olga, ed] = await Promise.all([stage.actor('olga'), stage.actor('ed')])
  const vera = await stage.visitor()
  const { itemId, terms } = await newItem(olga, 'Ledger')

  await openAdvanced(olga.page, stage, 'Ledger')
  await openDialog(olga.page, stage, 'transfer')
  await dialogOf(olga.page).getByLabel(say('settings', 'transfer.username')).fill(ed.username)
  await confirm(olga.page, stage, 'transfer', 'not this one')
  await expect(dialogOf(olga.page).getByRole('alert')).toBeVisible()
  await confirm(olga.page, stage, 'transfer', olga.password)
  await expect(olga.page.getByText(say('settings', 'lifecycle.done.transfer'))).toBeVisible()
  await expect(olga.page).toHaveURL('/item/index')
  await expect(olga.page.getByRole('heading', { name: say('items', 'list.empty.title') })).toBeVisible()

  await openAdvanced(ed.page, stage, 'Ledger')
  await openDialog(ed.page, stage, 'archive')
  await confirm(ed.page, stage, 'archive', ed.password)
  await expect(ed.page.getByText(say('settings', 'lifecycle.done.archive'))).toBeVisible()
  await expect(ed.page).toHaveURL('/item/index')
  await expect(ed.page.locator('.tile')).toContainText(say('items', 'list.archived'))
  for (const page of [ed.page, olga.page, vera]) {
    await page.goto(`/${itemId}/${terms}`)
    await expect(page.getByRole('article')).toContainText('About Terms.')
    await expect(page.getByText(say('reader', 'item.archived'))).toBeVisible()
    await expect(editLink({ page }, stage)).toHaveCount(0)
  }
  await openAdvanced(ed.page, stage, 'Ledger')
  await expect(ed.page.getByRole('tabpanel').getByRole('button')).toHaveText([
    say('settings', 'lifecycle.action.transfer'),
    say('settings', 'lifecycle.action.delete'),
  ])
})

journey('[J20] an archived item is copied and deleted', async (stage) => {
  const { say } = stage
  const ed = await stage.actor('ed-copies')
  const { itemId, terms } = await newItem(ed, 'Ledger')
  await ed.client.call('item/archive', { item_id: itemId, password: ed.password })

  await ed.page.goto('/item/add')
  await ed.page.getByRole('tab', { name: say('items', 'add.tab.copy') }).click()
  await ed.page.getByRole('combobox', { name: say('items', 'add.copy.source') }).click()
  await ed.page.getByRole('option', { name: 'Ledger' }).click()
  await press(ed.page, say('items', 'add.copy.action'))
  await expect(ed.page.getByRole('article')).toContainText('About')
  await expect(ed.page).not.toHaveURL(new RegExp(`/${itemId}(/|$)`))
  await writeOnShownPage(ed, stage, ' Written in the copy.')

  await openAdvanced(ed.page, stage, 'Ledger')
  await openDialog(ed.page, stage, 'delete')
  await confirm(ed.page, stage, 'delete', ed.password)
  await expect(ed.page.getByText(say('settings', 'lifecycle.done.delete'))).toBeVisible()
  await expect(ed.page).toHaveURL('/item/index')
  await expect(ed.page.locator('.tile')).toHaveCount(1)
  await ed.page.goto(`/${itemId}/${terms}`)
  // As for a private item of somebody else: no answer tells which items there are (threats A3).
  await expect(ed.page.getByRole('heading', { name: say('reader', 'gate.title') })).toBeVisible()
})
