import type { Page } from '@playwright/test'
import { dialogOf, journey, press, rowOf, type Actor, type Stage } from './support/journey.ts'
import { expect } from './support/product.ts'

interface Branch {
  readonly cat_name: string
  readonly level: number
  readonly sub: readonly Branch[]
}
const shapeOf = (branches: readonly Branch[]): string =>
  branches.map(({ cat_name: name, sub }) => (sub.length > 0 ? `${name}(${shapeOf(sub)})` : name)).join(' ')

const addItem = async ({ client }: Actor, name: string): Promise<number> =>
  (await client.call<{ item_id: number }>('item/add', { item_name: name })).item_id
const rowNamed = (page: Page, name: string) =>
  page.locator('.catalog-row').filter({ has: page.getByRole('button', { name, exact: true }) })

/** The screen of catalogs, and the tree it has led to on the server: `A(B) C`. */
function catalogsOn({ page, client }: Actor, { say }: Stage, itemId: number) {
  const t = (key: string, name = '') => say('catalog', `catalog.${key}`, { name })
  const giveName = async (name: string) => {
    await dialogOf(page)
      .getByRole('textbox', { name: t('form.name') })
      .fill(name)
    await press(dialogOf(page), t('form.action'))
    await expect(dialogOf(page)).toHaveCount(0)
    await expect(rowNamed(page, name)).toBeVisible()
  }
  const openMenu = async (name: string, line: string) => {
    await press(page, t('action.more', name))
    await page.getByRole('menuitem', { name: line }).click()
  }
  return {
    t,
    openMenu,
    async add(name: string, below?: string) {
      const opener = below === undefined ? t('action.add') : t('action.addBelow', below)
      await page.getByRole('button', { name: opener, exact: true }).first().click()
      await giveName(name)
    },
    async rename(from: string, to: string) {
      await press(rowNamed(page, from), from)
      await giveName(to)
    },
    /** Drops it on the upper edge of another one. */
    dragBefore: (name: string, target: string) =>
      rowNamed(page, name).dragTo(rowNamed(page, target), { targetPosition: { x: 60, y: 3 } }),
    async relocate(name: string, deed: 'copy' | 'move', itemName: string) {
      const dialog = dialogOf(page)
      await openMenu(name, t('action.copy'))
      await dialog.getByRole('radio', { name: t(`copy.mode.${deed}`) }).check()
      await dialog.getByLabel(t('copy.target')).selectOption(itemName)
      await press(dialog, t(`copy.action.${deed}`))
      await expect(dialog).toHaveCount(0)
    },
    tree: async (ofItem = itemId) => shapeOf(await client.call<Branch[]>('catalog/catListGroup', { item_id: ofItem })),
  }
}

journey(
  '[J13] [CAT-01] [CAT-11] [CAT-14] [CAT-15] [EDIT-04] catalogs are made, sorted, copied and deleted',
  async (stage) => {
    const { say } = stage
    const olga = await stage.actor('olga')
    const { page, client } = olga
    const [itemId, otherId] = [await addItem(olga, 'Book'), await addItem(olga, 'Other book')]
    const { t, add, rename, dragBefore, relocate, openMenu, tree } = catalogsOn(olga, stage, itemId)
    const names = page.locator('.catalog-name')

    await page.goto(`/catalog/${itemId}`)
    await add('A')
    await add('B', 'A')
    await add('C', 'B')
    await expect(page.getByRole('button', { name: t('action.addBelow', 'B') })).toBeVisible()
    await expect(page.getByRole('button', { name: t('action.addBelow', 'C') })).toHaveCount(0)
    await expect.poll(tree).toBe('A(B(C))')
    await page.goto(`/page/edit/${itemId}/0`)
    const select = page.getByRole('combobox', { name: say('editor', 'catalog.label') })
    const none = say('editor', 'catalog.none')
    await select.click()
    await expect(page.getByRole('option')).toHaveText([none, 'A', 'A / B', 'A / B / C'])
    await select.fill('b / c')
    await expect(page.getByRole('option')).toHaveText(['A / B / C'])

    await page.goto(`/catalog/${itemId}`)
    await add('D', 'A')
    await dragBefore('D', 'B')
    await expect.poll(tree).toBe('A(D B(C))')
    await expect(names).toHaveText(['A', 'D', 'B', 'C'])
    await dragBefore('B', 'A')
    await expect.poll(tree).toBe('B(C) A(D)')
    await page.reload()
    await expect(names).toHaveText(['B', 'C', 'A', 'D'])
    const [top] = await client.call<Branch[]>('catalog/catListGroup', { item_id: itemId })
    expect(top?.level).toBe(2)

    await relocate('A', 'copy', 'Other book')
    await expect.poll(() => tree(otherId)).toBe('A(D)')
    await relocate('B', 'move', 'Other book')
    await expect(rowNamed(page, 'B')).toHaveCount(0)
    await expect.poll(tree).toBe('A(D)')
    await expect.poll(() => tree(otherId)).toBe('B(C) A(D)')
    // What is said passes: it is looked for while the list is read again.
    await Promise.all([expect(page.getByText(t('saved'), { exact: true })).toBeVisible(), rename('A', 'Alpha')])

    const { cat_id: alpha } = (
      await client.call<{ cat_id: number }[]>('catalog/catListGroup', { item_id: itemId })
    )[0] ?? {
      cat_id: 0,
    }
    const text = { item_id: itemId, page_id: 0, cat_id: alpha, page_title: 'Inside', page_content: 'text' }
    await client.call('page/save', text)
    await openMenu('Alpha', t('action.delete'))
    await expect(dialogOf(page)).toContainText(t('delete.text', 'Alpha'))
    await press(dialogOf(page), t('action.delete'))
    await expect(rowNamed(page, 'Alpha')).toHaveCount(0)
    await expect.poll(tree).toBe('')
    await page.goto(`/item/setting/${itemId}/recycle-bin`)
    await expect(rowOf(page, 'Inside')).toContainText(olga.username)
  },
)

journey('[J13] [EDIT-05] [EDIT-06] [EDIT-07] [PAGE-07] a writer reaches catalogs and order', async (stage) => {
  const { say } = stage
  const olga = await stage.actor('olga-writes')
  const { page, client } = olga
  const itemId = await addItem(olga, 'Book')
  for (const title of ['One', 'Two', 'Three'])
    await client.call('page/save', { item_id: itemId, page_id: 0, page_title: title, page_content: 'text' })
  const { menu } = await client.call<{ menu: { pages: { page_id: number }[] } }>('item/info', { item_id: itemId })
  const [one = 0] = menu.pages.map(({ page_id: id }) => id)
  const select = page.getByRole('combobox', { name: say('editor', 'catalog.label') })
  const shown = () => page.getByRole('treeitem').allInnerTexts()

  // The catalogs are opened from the editor, and those that came meanwhile read again in another window.
  const beside = await page.context().newPage()
  await beside.goto(`/page/edit/${itemId}/0`)
  await expect(beside.getByRole('combobox', { name: say('editor', 'catalog.label') })).toBeVisible()
  await page.goto(`/page/edit/${itemId}/0`)
  await page.getByRole('link', { name: say('editor', 'catalog.manage') }).click()
  await expect(page).toHaveURL(`/catalog/${itemId}`)
  await catalogsOn(olga, stage, itemId).add('D')
  await press(beside, say('editor', 'catalog.refresh'))
  await beside.getByRole('combobox', { name: say('editor', 'catalog.label') }).click()
  await expect(beside.getByRole('option')).toHaveText([say('editor', 'catalog.none'), 'D'])
  await beside.close()

  await page.goto(`/page/edit/${itemId}/${one}`)
  await expect(select).toHaveValue(say('editor', 'catalog.none'))
  await press(page, say('editor', 'toolbar.sort'))
  const dialog = dialogOf(page)
  for (let step = 1; step <= 2; step += 1) await press(dialog, say('editor', 'sort.up', { title: 'Three' }))
  await expect(dialog.getByRole('listitem')).toHaveText(['Three', 'One', 'Two'])
  // A failure is said, and what was arranged stays: the text behind the dialog may not be saved yet.
  await page.route('**/trpc/page.setOrder*', (route) => route.abort())
  await press(dialog, say('editor', 'sort.save'))
  await expect(page.getByText(say('common', 'error.connection'))).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText(['Three', 'One', 'Two'])
  await page.unroute('**/trpc/page.setOrder*')
  await press(dialog, say('editor', 'sort.save'))
  await expect(dialog).toHaveCount(0)
  await page.goto(`/${itemId}/${one}`)
  await expect.poll(shown).toEqual(['Three', 'One', 'Two', 'D'])
})
