import type { Page } from '@playwright/test'
import { languagesOf } from './support/languages.ts'
import { lookInBothLanguages } from './support/other-language.ts'
import {
  expect,
  expectAccessibleInBothSchemes,
  newPerson,
  prefer,
  shareSession,
  test,
  type RestClient,
} from './support/product.ts'

interface Listed {
  readonly cat_id: number
  readonly cat_name: string
  readonly level: number
  readonly sub: readonly Listed[]
}
interface Ground {
  readonly client: RestClient
  readonly itemId: number
  /** The tree as text: `A(B) C`. */
  shape(): Promise<string>
}

/** An item with the catalogs A, B and C, its owner signed in and at the catalog screen. */
async function catalogs(page: Page, url: string, username: string): Promise<Ground> {
  const { client } = await newPerson(url, username)
  const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', { item_type: 1, item_name: 'Book' })
  // One after the other: this is their order.
  for (const name of ['A', 'B', 'C']) await client.call('catalog/save', { item_id: itemId, cat_name: name })
  await shareSession(page, client)
  await page.goto(`/catalog/${itemId}`)
  await expect(page.locator('.catalog-row').first()).toBeVisible()
  return { client, itemId, shape: async () => shapeOf(await client.call('catalog/catListGroup', { item_id: itemId })) }
}

const shapeOf = (list: readonly Listed[]): string =>
  list.map(({ cat_name, sub }) => (sub.length > 0 ? `${cat_name}(${shapeOf(sub)})` : cat_name)).join(' ')
const row = (page: Page, name: string) => page.locator('.catalog-row', { hasText: name })

test('[CAT-01] [CAT-18] catalogs are added, also below others, and renamed', async ({ page, server }) => {
  const { shape } = await catalogs(page, server.url, 'catalogs-adder')
  const giveName = async (name: string) => {
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
  }

  await page.getByRole('button', { name: 'New catalog', exact: true }).click()
  await giveName('D')
  await expect(page.getByText('Catalog saved')).toBeVisible()
  await page.getByRole('button', { name: 'New catalog below A' }).click()
  await giveName('E')
  await expect(row(page, 'E')).toBeVisible()
  await row(page, 'B').getByRole('button', { name: 'B', exact: true }).click()
  await giveName('Beta')

  await expect(row(page, 'Beta')).toBeVisible()
  await expect.poll(shape).toBe('A(E) Beta C D')
})

test('[CAT-22] a catalog without a name is not saved', async ({ page, server }) => {
  const { shape } = await catalogs(page, server.url, 'catalogs-nameless')

  await page.getByRole('button', { name: 'New catalog', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('   ')
  await page.keyboard.press('Enter')

  await expect(page.getByText('Give the catalog a name.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  expect(await shape()).toBe('A B C')
})

test('[CAT-09] [CAT-17] [GEN-17] deleting asks first and says where the pages go', async ({ page, server }) => {
  const { shape } = await catalogs(page, server.url, 'catalogs-remover')
  await page.getByRole('button', { name: 'More for B' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')

  await expect(dialog.getByText(/recycle bin/)).toBeVisible()
  await page.mouse.click(5, 300)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await shape()).toBe('A B C')

  await page.getByRole('button', { name: 'More for B' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, 'B')).toBeHidden()
  expect(await shape()).toBe('A C')
})

test('[CAT-11] catalogs are sorted and put below each other with the keyboard', async ({ page, server }) => {
  const { shape } = await catalogs(page, server.url, 'catalogs-keyboarder')
  const press = async (key: string) => {
    const saved = page.waitForResponse((response) => response.url().includes('catalog.updateAll'))
    await page.keyboard.press(key)
    await saved
  }
  await row(page, 'C').getByRole('button', { name: 'C', exact: true }).focus()

  await press('Alt+ArrowUp')
  await expect.poll(shape).toBe('A C B')
  await expect(row(page, 'C').getByRole('button', { name: 'C', exact: true })).toBeFocused()
  await press('Alt+ArrowRight')
  await expect.poll(shape).toBe('A(C) B')
  await expect(page.getByText('C: level 2, position 1 of 1')).toBeAttached()
  await expect(row(page, 'C').getByRole('button', { name: 'C', exact: true })).toBeFocused()
  await press('Alt+ArrowLeft')
  await expect.poll(shape).toBe('A C B')
})

test('[CAT-11] catalogs are sorted and put below each other with the mouse', async ({ page, server }) => {
  const { shape } = await catalogs(page, server.url, 'catalogs-mouser')

  await row(page, 'C').dragTo(row(page, 'A'), { targetPosition: { x: 60, y: 3 } })
  await expect.poll(shape).toBe('C A B')

  await row(page, 'B').dragTo(row(page, 'A'), { targetPosition: { x: 60, y: 20 } })
  await expect.poll(shape).toBe('C A(B)')
})

test('[CAT-14] [CAT-15] a catalog is copied and moved to another item', async ({ page, server }) => {
  const { client, shape } = await catalogs(page, server.url, 'catalogs-mover')
  const other = await client.call<{ item_id: number }>('item/add', { item_type: 1, item_name: 'Other book' })
  const inOther = async () => shapeOf(await client.call('catalog/catListGroup', { item_id: other.item_id }))
  await page.reload()
  const relocate = async (name: string, deed: 'Copy' | 'Move') => {
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Copy or move' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: deed }).check()
    await dialog.getByLabel('Into the item').selectOption('Other book')
    await dialog.getByRole('button', { name: deed }).click()
    await expect(dialog).toBeHidden()
  }

  await relocate('A', 'Copy')
  expect(await shape()).toBe('A B C')
  expect(await inOther()).toBe('A')

  await relocate('B', 'Move')
  expect(await shape()).toBe('A C')
  expect(await inOther()).toBe('A B')
})

for (const language of languagesOf('the catalog screen'))
  test(`the catalog screen is accessible in both colour schemes (${language})`, async ({ page, server }) => {
    lookInBothLanguages(page.context())
    await prefer(page, language, 'light')
    await catalogs(page, server.url, `catalogs-axe-${language}`)
    await expectAccessibleInBothSchemes(page)
    await row(page, 'A').locator('[aria-haspopup]').click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('menuitem').nth(1).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })
