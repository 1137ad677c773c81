import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectToFit,
  prefer,
  shareSession,
  test,
  type RestClient,
  untilAwake,
} from './support/product.ts'
import { passTime, passTimeUntil, stopTime } from './support/time.ts'

interface Grown {
  readonly itemId: number
  readonly pages: Readonly<Record<string, number>>
}

/** An item with three pages in the root and the catalogs "Guides" (one page) and "Orders". */
async function grownItem(admin: RestClient): Promise<Grown> {
  const { item_id: itemId } = await admin.call<{ item_id: number }>('item/add', { item_name: 'Tree', password: '' })
  const catalog = async (cat_name: string) =>
    (await admin.call<{ cat_id: number }>('catalog/save', { item_id: itemId, cat_name })).cat_id
  const page = async (page_title: string, cat_id = 0) =>
    (
      await admin.call<{ page_id: number }>('page/save', {
        ...{ item_id: itemId, page_id: 0, cat_id, page_title, page_content: `Text of ${page_title}.` },
      })
    ).page_id
  const guides = await catalog('Guides')
  await catalog('Orders')
  const pages = {
    one: await page('One'),
    two: await page('Two'),
    three: await page('Three'),
    start: await page('Start', guides),
  }
  return { itemId, pages }
}

const rows = (page: Page) => page.locator('.side').getByRole('treeitem')
const rowNamed = (page: Page, name: string) => page.locator('.side').getByRole('treeitem', { name, exact: true })
const menuItem = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name })
const undo = (page: Page) => page.locator('.toast').getByRole('button', { name: 'Undo' })

async function openTree(page: Page, admin: RestClient, { itemId, pages }: Grown): Promise<void> {
  await shareSession(page, admin)
  await page.goto(`/${itemId}/${pages['one']}`)
  await untilAwake(page)
  await page.locator('.side').hover()
  await expect(page.getByRole('button', { name: 'New page or catalog' }).first()).toBeVisible()
}

test('what can be done is in sight before the pointer or the focus comes near it', async ({ page, admin }) => {
  const { itemId, pages } = await grownItem(admin)
  await shareSession(page, admin)
  await page.goto(`/${itemId}/${pages['one']}`)

  await expect(page.getByRole('button', { name: 'New page or catalog' }).first()).toBeVisible()
})

test('a page is dragged before another one and into a catalog, and the message takes it back', async ({
  page,
  admin,
}) => {
  const grown = await grownItem(admin)
  await openTree(page, admin, grown)

  await rowNamed(page, 'Three').dragTo(rowNamed(page, 'One'), { targetPosition: { x: 60, y: 4 } })
  await expect(rows(page)).toHaveText(['Three', 'One', 'Two', 'Guides', 'Orders'])
  await rowNamed(page, 'Two').dragTo(rowNamed(page, 'Orders'))
  await expect(rows(page)).toHaveText(['Three', 'One', 'Guides', 'Orders'])
  await rowNamed(page, 'Orders').dragTo(rowNamed(page, 'Guides'), { targetPosition: { x: 60, y: 3 } })
  await expect(rows(page)).toHaveText(['Three', 'One', 'Orders', 'Guides'])

  await undo(page).last().click()
  await expect(rows(page)).toHaveText(['Three', 'One', 'Guides', 'Orders'])
})

test('keys alone move, rename, choose several and delete, and the deletion is taken back whole', async ({
  page,
  admin,
}) => {
  const grown = await grownItem(admin)
  await openTree(page, admin, grown)
  await page.locator('.side').getByRole('tree').focus()

  await page.keyboard.press('Alt+ArrowDown')
  await expect(rows(page)).toHaveText(['Two', 'One', 'Three', 'Guides', 'Orders'])
  await page.keyboard.press('Alt+ArrowRight')
  await expect(rows(page)).toHaveText(['Two', 'Three', 'Guides', 'Start', 'One', 'Orders'])
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(rows(page)).toHaveText(['Two', 'Three', 'One', 'Guides', 'Start', 'Orders'])

  await page.keyboard.press('F2')
  await page.keyboard.type('First')
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveText(['Two', 'Three', 'First', 'Guides', 'Start', 'Orders'])

  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete?' })
  await expect(dialog).toContainText('2 pages go to the recycle bin')
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(rows(page)).toHaveText(['Two', 'Three', 'Orders'])

  await undo(page).last().click()
  await expect(rows(page)).toHaveText(['Two', 'Three', 'First', 'Guides', 'Orders'])
  await rowNamed(page, 'Guides').click()
  await expect(rowNamed(page, 'Start')).toBeVisible()
})

test('a right click and the menu key open the same menu, and what it offers is done', async ({
  page,
  admin,
  context,
}) => {
  const grown = await grownItem(admin)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openTree(page, admin, grown)

  await rowNamed(page, 'Two').click({ button: 'right' })
  await expectAccessible(page)
  await menuItem(page, 'Copy link').click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(new RegExp(`/${grown.itemId}/${grown.pages['two']}$`))
  await rowNamed(page, 'Two').click({ button: 'right' })
  await menuItem(page, 'Lock for 10 minutes').click()
  await expect(page.getByText('Locked: nobody else can save this page for now')).toBeVisible()
  const { lock } = await admin.call('page/isLock', { page_id: grown.pages['two'] })
  expect(lock).toBe(1)

  // Keys are for the row that was clicked last.
  await page.locator('.side').getByRole('tree').focus()
  await page.keyboard.press('Shift+F10')
  await menuItem(page, 'Move to…').press('Enter')
  await expect(page.getByRole('dialog').getByText('Now in: Top level of the item')).toBeVisible()
  // It starts with another place than theirs.
  await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByText('“Two” moved to “Guides”')).toBeVisible()
  await expect(rows(page)).not.toContainText(['One', 'Two'])
})

test('the menu of several selected is for all of them', async ({ page, admin }) => {
  const grown = await grownItem(admin)
  await openTree(page, admin, grown)
  await rowNamed(page, 'Two').click({ modifiers: ['Control'] })
  await rowNamed(page, 'Three').click({ modifiers: ['Control'] })

  await rowNamed(page, 'Three').click({ button: 'right' })
  await expect(page.getByRole('menuitem')).toHaveText(['Move 2 to…', /^Delete 2/])
  await expectAccessible(page)
  await menuItem(page, 'Move 2 to…').click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Into' }).selectOption('Orders')
  await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()

  await expect(page.getByText('2 moved to “Orders”')).toBeVisible()
  await expect(rows(page)).toHaveText(['One', 'Guides', 'Orders'])
  await undo(page).click()
  await expect(rows(page)).toHaveText(['One', 'Two', 'Three', 'Guides', 'Orders'])
})

test('the item and its catalogs take in new pages and catalogs', async ({ page, admin }) => {
  const grown = await grownItem(admin)
  await openTree(page, admin, grown)

  await page.getByRole('button', { name: 'New page or catalog' }).first().click()
  await menuItem(page, 'New catalog').click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Invoices')
  await page.keyboard.press('Enter')
  await expect(rowNamed(page, 'Invoices')).toBeVisible()

  await rowNamed(page, 'Orders').hover()
  await page.getByRole('button', { name: 'New in “Orders”' }).click()
  await menuItem(page, 'New page').click()
  await expect(page).toHaveURL(new RegExp(`/page/edit/${grown.itemId}/0\\?catalogId=\\d+$`))
})

test('what is typed after a dialog was asked for goes to its first field, however long it takes to come', async ({
  page,
  admin,
}) => {
  const grown = await grownItem(admin)
  const isTyped = Promise.withResolvers<null>()
  await page.route(/\/(?:tree-dialogs|search-dialog)-[^/]+\.js$/, async (route) => {
    await isTyped.promise
    await route.continue()
  })
  await openTree(page, admin, grown)
  const field = page.getByRole('dialog').getByRole('textbox')

  await page.getByRole('button', { name: 'New page or catalog' }).first().click()
  await menuItem(page, 'New catalog').click()
  await page.keyboard.type('Inv')
  isTyped.resolve(null)
  await page.keyboard.type('oices')
  await expect(field).toHaveValue('Invoices')
  await page.keyboard.press('Enter')

  await expect(rowNamed(page, 'Invoices')).toBeVisible()
})

test('what one makes or moves by keys is in sight, however far down the tree it goes', async ({ page, admin }) => {
  const grown = await grownItem(admin)
  for (let count = 0; count < 40; count += 1)
    await admin.call('catalog/save', { item_id: grown.itemId, cat_name: `Catalog ${count}` })
  await openTree(page, admin, grown)
  const tree = page.locator('.side').getByRole('tree')
  const cursor = page.locator('.side [data-focused]')

  await page.getByRole('button', { name: 'New page or catalog' }).first().click()
  await menuItem(page, 'New catalog').click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Invoices')
  await page.keyboard.press('Enter')
  await expect(rowNamed(page, 'Invoices')).toBeInViewport({ ratio: 1 })
  await expect(cursor).toHaveText('Invoices')

  await tree.focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(rowNamed(page, 'Invoices')).toHaveAttribute('aria-level', '2')
  await page.keyboard.press('Home')
  await expect(cursor).toHaveText('One')
  await page.keyboard.press('Alt+ArrowRight')
  await expect(rowNamed(page, 'One')).toHaveAttribute('aria-level', '2')
  await expect(cursor).toHaveText('One')
})

test('a page that is deleted where it is read can be taken back', async ({ page, admin }) => {
  const grown = await grownItem(admin)
  await openTree(page, admin, grown)

  await page.getByRole('button', { name: 'More actions' }).click()
  await menuItem(page, 'Delete page').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete page' }).click()
  await expect(rowNamed(page, 'One')).toHaveCount(0)

  await undo(page).click()

  await expect(rowNamed(page, 'One')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'One' })).toBeVisible()
})

test('what is deleted can be taken back for ten seconds', async ({ page, admin }) => {
  const grown = await grownItem(admin)
  await openTree(page, admin, grown)
  await page.getByRole('button', { name: 'More actions' }).click()
  await menuItem(page, 'Delete page').click()
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete page' })
  await expect(confirm).toBeVisible()

  await stopTime(page)
  await confirm.click()
  await passTimeUntil(page, () => undo(page).isVisible())
  await passTime(page, 9_900)
  await expect(undo(page)).toBeVisible()
  await passTime(page, 200)
  await expect(undo(page)).toHaveCount(0)
})

test('readers have none of it', async ({ page, admin }) => {
  const grown = await grownItem(admin)
  await page.goto(`/${grown.itemId}/${grown.pages['one']}`)
  await expect(rowNamed(page, 'Two')).toBeVisible()
  await rowNamed(page, 'Two').click({ button: 'right' })

  await expect(page.getByRole('button', { name: 'New page or catalog' })).toHaveCount(0)
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(rowNamed(page, 'Two')).not.toHaveAttribute('draggable', 'true')
})

for (const [language, scheme] of [
  ['en', 'light'],
  ['zh-cn', 'dark'],
] as const)
  test(`a finger that stays on a row opens its menu on a phone (${language}, ${scheme})`, async ({
    browser,
    server,
    admin,
  }) => {
    const grown = await grownItem(admin)
    const context = await browser.newContext({
      ...{ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 }, baseURL: server.url },
    })
    const page = await context.newPage()
    await prefer(page, language, scheme)
    await shareSession(page, admin)
    await page.goto(`/${grown.itemId}/${grown.pages['one']}`)
    await page.locator('.drawer-button').tap()
    const row = page.getByRole('dialog').getByRole('treeitem', { name: 'Two' })
    await expect(page.locator('.drawer .tree-head button')).toBeVisible()
    // The drawer slides in: where the row is counts once it stands still.
    await row.click({ trial: true })
    const { x, y } = (await row.boundingBox()) ?? { x: 0, y: 0 }
    const touch = await context.newCDPSession(page)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 60, y: y + 12 }] })
    await expect(page.getByRole('menu')).toBeVisible()
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })

    await expect(page.getByRole('menu')).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page)
    await context.close()
  })

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a long press opens the menu of a row, and a finger that moves on drags the row', async ({
    page,
    admin,
    context,
  }) => {
    const grown = await grownItem(admin)
    await shareSession(page, admin)
    await page.goto(`/${grown.itemId}/${grown.pages['one']}`)
    await untilAwake(page)
    const drawer = page.locator('dialog.drawer')
    const row = (name: string) => drawer.getByRole('treeitem', { name, exact: true })
    const openDrawer = () => page.getByRole('button', { name: 'Show the pages of this item', exact: true }).tap()
    const devtools = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
    const middleOf = async (name: string, share = 0.5) => {
      const { x = 0, y = 0, height = 0 } = (await row(name).boundingBox()) ?? {}
      return { x: x + 60, y: y + height * share }
    }
    await openDrawer()
    // The tools for editing are there.
    await expect(drawer.getByRole('button', { name: 'New page or catalog' })).toBeVisible()

    await touch('touchStart', await middleOf('Three'))
    await expect(menuItem(page, 'Rename')).toBeVisible()
    await touch('touchEnd')
    await expectAccessible(page)
    await expectToFit(page)
    await page.touchscreen.tap(340, 700)
    await expect(menuItem(page, 'Rename')).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`/${grown.pages['one']}$`))

    await touch('touchStart', await middleOf('Three'))
    await expect(menuItem(page, 'Rename')).toBeVisible()
    await touch('touchMove', await middleOf('Two'))
    await expect(menuItem(page, 'Rename')).toHaveCount(0)
    await touch('touchMove', await middleOf('One', 0.2))
    await expect(row('One')).toHaveAttribute('data-drop', 'before')
    await touch('touchEnd')
    // The message with the way back is seen.
    await expect(undo(page)).toBeVisible()
    await expect(drawer).toHaveCount(0)
    await openDrawer()
    await expect(drawer.getByRole('treeitem')).toHaveText(['Three', 'One', 'Two', 'Guides', 'Orders'])
    await expect(page).toHaveURL(new RegExp(`/${grown.pages['one']}$`))

    // Without a pause it is a tap.
    await row('Two').tap()
    await expect(page).toHaveURL(new RegExp(`/${grown.pages['two']}$`))
  })

  test('a finger chooses several once one row is selected', async ({ page, admin, context }) => {
    const grown = await grownItem(admin)
    await shareSession(page, admin)
    await page.goto(`/${grown.itemId}/${grown.pages['one']}`)
    await untilAwake(page)
    const drawer = page.locator('dialog.drawer')
    const row = (name: string) => drawer.getByRole('treeitem', { name, exact: true })
    await page.getByRole('button', { name: 'Show the pages of this item', exact: true }).tap()
    await expect(drawer.getByRole('button', { name: 'New page or catalog' })).toBeVisible()
    const devtools = await context.newCDPSession(page)
    const { x = 0, y = 0, height = 0 } = (await row('Three').boundingBox()) ?? {}
    const touchPoints = [{ x: x + 60, y: y + height / 2 }]
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await expect(menuItem(page, 'Select')).toBeVisible()
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })

    await menuItem(page, 'Select').tap()
    await row('Two').tap()
    await expect(drawer.getByText('2 selected')).toBeVisible()
    await row('One').tap()
    await row('Two').tap()
    await expect(drawer.getByText('2 selected')).toBeVisible()
    await expect(row('One')).toHaveAttribute('aria-selected', 'true')
    await expect(row('Two')).toHaveAttribute('aria-selected', 'false')
    await expect(page).toHaveURL(new RegExp(`/${grown.pages['one']}$`))
  })
})
