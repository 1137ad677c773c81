import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, prefer, shareSession, test, untilAwake, type RestClient } from './support/product.ts'

const ARTICLE = `Intro with $a^2$.

## Parameters

| name | type |
|---|---|
| uid | int |

## Example

\`\`\`json
{ "uid": 1 }
\`\`\`

## Notes

${'A line of text.\n\n'.repeat(60)}
## End
`

interface Sample {
  readonly itemId: number
  readonly firstId: number
  readonly insideId: number
}

/** An open item with a page in the root, and two in a catalog. */
async function sampleItem(admin: RestClient, password = ''): Promise<Sample> {
  const { item_id: itemId } = await admin.call<{ item_id: number }>('item/add', { item_name: 'User centre', password })
  const { cat_id: catId } = await admin.call<{ cat_id: number }>('catalog/save', { item_id: itemId, cat_name: 'Users' })
  const page = async (title: string, content: string, cat = 0) =>
    (
      await admin.call<{ page_id: number }>('page/save', {
        item_id: itemId,
        page_id: 0,
        page_title: title,
        page_content: content,
        cat_id: cat,
      })
    ).page_id
  const firstId = await page('Overview', '# Welcome')
  const insideId = await page('Get a user', ARTICLE, catId)
  await page('Log in', 'How to log in.', catId)
  return { itemId, firstId, insideId }
}

test('[VIEW-01][VIEW-02][VIEW-07] a visitor reads pages of an open item', async ({ page, admin }) => {
  const { itemId, insideId } = await sampleItem(admin)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))

  await page.goto(`/${itemId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.goto(`/${itemId}/${insideId}`)

  await expect(page.getByRole('heading', { level: 1, name: 'Get a user' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'uid' })).toBeVisible()
  await expect(page.locator('.katex').first()).toBeVisible()
  expect(problems).toEqual([])
})

test('[VIEW-03] a page can be asked for in the query', async ({ page, admin }) => {
  const { itemId, insideId } = await sampleItem(admin)

  await page.goto(`/${itemId}?page_id=${insideId}`)

  await expect(page.getByRole('heading', { level: 1, name: 'Get a user' })).toBeVisible()
})

test('the article stands in the document before any script runs', async ({ request, admin }) => {
  const { itemId, insideId } = await sampleItem(admin)

  const html = await (await request.get(`/${itemId}/${insideId}`)).text()

  expect(html).toContain('<title>Get a user · User centre</title>')
  expect(html).toContain('A line of text.')
  expect(html).not.toMatch(/<script(?![^>]*(src=|application\/json))/)
})

/** Opens a page with code. @returns what is asked for meanwhile, and later */
async function openedCode(page: Page, admin: RestClient): Promise<readonly string[]> {
  const { item_id: itemId } = await admin.call<{ item_id: number }>('item/add', { item_name: 'Short', password: '' })
  const { page_id: pageId } = await admin.call<{ page_id: number }>('page/save', {
    ...{ item_id: itemId, page_id: 0, page_title: 'Code', cat_id: 0 },
    page_content: '## One\n\n```json\n{}\n```\n\n## Two\n\ntext',
  })
  const requests: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/favicon.svg')) requests.push(request.url())
  })
  await page.goto(`/${itemId}/${pageId}`)
  // They come with the last of what a page loads.
  await expect(page.locator('.copy-code')).toBeVisible()
  await expect(page.locator('.toasts')).toBeAttached()
  return requests
}

test('a visitor reads a page with code after six requests at most', async ({ page, admin }) => {
  const requests = await openedCode(page, admin)

  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(6)
})

test('somebody logged in reads a page with code after eight requests at most', async ({ page, admin }) => {
  await shareSession(page, admin)
  const answered = page.waitForResponse((reply) => reply.url().includes('message.unread'))
  const [requests] = await Promise.all([openedCode(page, admin), answered])
  // A visit is told seconds later, on a slow machine before what plugins add.
  const [opening = ''] = /^[^]*\/assets\/plugins-.*/.exec(requests.join('\n')) ?? []
  expect(opening.split('\n').filter((address) => !address.includes('page.noteVisit')).length, opening).toBeLessThan(9)
  expect(opening).not.toMatch(/^$|task\.list|page\.locks|running\.json/)
})

test('a link whose last part is broken leads to its page', async ({ page, admin }) => {
  const { itemId, insideId } = await sampleItem(admin)
  const { page_id: linkId } = await admin.call<{ page_id: number }>('page/save', {
    ...{ item_id: itemId, page_id: 0, page_title: 'Links', cat_id: 0 },
    page_content: `[broken](/${itemId}/${insideId}#%E4)`,
  })
  await page.goto(`/${itemId}/${linkId}`)
  await untilAwake(page)

  await page.getByRole('link', { name: 'broken' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Get a user' })).toBeVisible()
})

test("a visitor's browser gets the client of the API when the visitor acts, not before", async ({ page, admin }) => {
  const { itemId, insideId } = await sampleItem(admin)
  const clients: string[] = []
  page.on('request', (request) => request.url().includes('/assets/api-') && clients.push(request.url()))
  await page.goto(`/${itemId}/${insideId}`)
  await untilAwake(page)
  await expect(page.locator('.katex').first()).toBeVisible()
  expect(clients).toEqual([])

  await page.getByRole('tree').getByRole('treeitem', { name: 'Log in' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
  expect(clients).not.toEqual([])
})

test('[VIEW-12][VIEW-31] the tree opens catalogs and pages, by mouse and by keyboard', async ({ page, admin }) => {
  const { itemId, insideId } = await sampleItem(admin)
  await page.goto(`/${itemId}/${insideId}`)
  const tree = page.getByRole('tree')
  await expect(tree.getByRole('treeitem', { name: 'Users' })).toHaveAttribute('aria-expanded', 'true')

  await tree.getByRole('treeitem', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
  await expect(page).toHaveTitle('Log in · User centre')

  await tree.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})

test('[VIEW-10][VIEW-11] the contents list leads to headings and the way back to the top', async ({ page, admin }) => {
  const { itemId, insideId } = await sampleItem(admin)
  await page.goto(`/${itemId}/${insideId}`)
  const contents = page.getByRole('navigation', { name: 'On this page' })

  await contents.getByRole('link', { name: 'Notes' }).click()
  await expect(contents.getByRole('link', { name: 'Notes' })).toHaveAttribute('aria-current', 'location')
  await page.keyboard.press('End')
  await page.getByRole('button', { name: 'Back to top' }).click()

  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('[VIEW-10] the contents list marks a last section that is too short to come to the top', async ({
  page,
  admin,
}) => {
  const { itemId } = await sampleItem(admin)
  const sections = ['First', 'Second', 'Third', 'Last'].map(
    (name) => `## ${name}\n\n${'text\n\n'.repeat(name === 'Last' ? 1 : 12)}`,
  )
  const { page_id: pageId } = await admin.call<{ page_id: number }>('page/save', {
    ...{ item_id: itemId, page_title: 'Sections', page_content: sections.join('') },
  })
  await page.goto(`/${itemId}/${pageId}`)
  const contents = page.getByRole('navigation', { name: 'On this page' })
  const marked = contents.locator('[aria-current=location]')
  await expect(marked).toHaveText('First')

  await contents.getByRole('link', { name: 'Last' }).click()

  await expect(marked).toHaveText('Last')
  await page.getByRole('heading', { name: 'Last' }).hover()
  await page.mouse.wheel(0, -10_000)
  await expect(marked).toHaveText('First')

  await contents.getByRole('link', { name: 'Last' }).click()
  await expect(marked).toHaveText('Last')
  // A bar that is dragged moves the page and tells nothing else; right after the jump the browser itself may do that too.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, 0))
    await expect(marked).toHaveText('First', { timeout: 1000 })
  }).toPass()
})

test('[VIEW-08] the text can fill the screen', async ({ page, admin }) => {
  const { itemId, insideId } = await sampleItem(admin)
  await page.goto(`/${itemId}/${insideId}`)

  await page.getByRole('heading', { level: 1 }).hover()
  await page.getByRole('button', { name: 'Full screen' }).click()

  await expect(page.getByRole('tree')).toBeHidden()
  await page.getByRole('button', { name: 'Leave full screen' }).click()
  await expect(page.getByRole('tree')).toBeVisible()
})

test('[VIEW-13][VIEW-14][VIEW-15][VIEW-16][VIEW-17][CONST-43][CONST-44] menu and contents have their widths', async ({
  page,
  admin,
}) => {
  const { itemId, insideId } = await sampleItem(admin)
  const list = page.getByRole('navigation', { name: 'On this page' })
  const widthOf = async (place: Locator) => (await place.boundingBox())?.width ?? 0

  for (const [width, side, contents] of [
    [1600, 300, 240],
    [1599, 250, 240],
    [1300, 250, 240],
    [1299, 250, 200],
    [1100, 250, 200],
    [1099, 250, 0],
    [1000, 250, 0],
    [999, 0, 0],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/${itemId}/${insideId}`)

    await expect.poll(() => widthOf(page.locator('.side')), `at ${width} px`).toBe(side)
    if (contents === 0) await expect(list, `at ${width} px`).toBeHidden()
    else await expect.poll(() => widthOf(list), `at ${width} px`).toBe(contents)
  }
})

test('[VIEW-16] on a phone the tree is in a drawer', async ({ page, admin }) => {
  const { itemId } = await sampleItem(admin)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/${itemId}`)

  await page.getByRole('button', { name: 'Show the pages of this item' }).click()
  await page.getByRole('dialog').getByRole('treeitem', { name: 'Users' }).click()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('treeitem', { name: 'Log in' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('[VIEW-18][GEN-10] an empty item gives tips, in Chinese only', async ({ page, admin }) => {
  const { item_id: itemId } = await admin.call<{ item_id: number }>('item/add', { item_name: 'Nothing yet' })
  await shareSession(page, admin)

  await page.goto(`/${itemId}`)
  await expect(page.getByRole('heading', { name: 'This item has no pages yet' })).toBeVisible()
  await expect(page.locator('.empty-tips')).toHaveCount(0)
  await prefer(page, 'zh-cn', 'light')
  await page.reload()

  await expect(page.locator('.empty-tips li')).toHaveCount(4)
})

test('[VIEW-23] Ctrl+E opens the editor for an editor', async ({ page, admin }) => {
  const { itemId, insideId } = await sampleItem(admin)
  await shareSession(page, admin)
  await page.goto(`/${itemId}/${insideId}`)
  await expect(page.getByRole('link', { name: /Edit/ })).toBeVisible()
  await untilAwake(page)

  await page.keyboard.press('Control+e')

  await expect(page).toHaveURL(`/page/edit/${itemId}/${insideId}`)
})

test('[VIEW-24] a visitor is offered the login and no editing', async ({ page, admin }) => {
  const { itemId } = await sampleItem(admin)

  await page.goto(`/${itemId}`)

  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'History' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Edit/ })).toHaveCount(0)
})

test('[VIEW-35][GEN-20] deleting a page is confirmed first', async ({ page, admin }) => {
  const { itemId, firstId } = await sampleItem(admin)
  await shareSession(page, admin)
  await page.goto(`/${itemId}/${firstId}`)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete page' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete page' }).click()

  await expect(page.getByText('Deleted successfully')).toBeVisible()
  await expect(page.getByRole('treeitem', { name: 'Overview' })).toHaveCount(0)
})

test('[VIEW-20][VIEW-21][GEN-17] the share dialog copies the address and stays open on clicks outside', async ({
  page,
  admin,
  context,
}) => {
  const { itemId } = await sampleItem(admin)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/${itemId}`)
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })

  await expect(dialog).toBeVisible()
  await page.mouse.click(10, 500)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Copy link' }).first().click()

  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toMatch(new RegExp(`/${itemId}$`))
  await expect(dialog.getByRole('img', { name: 'QR code of the item' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('[PWD-01][PWD-02][PWD-04] a private item opens with its visit password', async ({ page, admin, request }) => {
  const { itemId, insideId } = await sampleItem(admin, 'open sesame')
  const closed = await request.get(`/${itemId}/${insideId}`, { maxRedirects: 0 })
  expect([closed.status(), await closed.text()]).toEqual([302, ''])

  await page.goto(`/${itemId}/${insideId}`)
  await expect(page).toHaveURL(new RegExp(`/item/password/${itemId}\\?page_id=${insideId}`))
  await expect(page.getByRole('heading', { level: 1, name: 'This item is private' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Visit password').fill('wrong')
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await page.getByLabel('Visit password').fill('open sesame')
  await page.getByRole('button', { name: 'Open' }).click()

  await expect(page).toHaveURL(`/${itemId}/${insideId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Get a user' })).toBeVisible()
})

test('[SINGLE-01][SINGLE-11][PWD-03] a page by itself, and its gate', async ({ page, admin }) => {
  const open = await sampleItem(admin)
  const closed = await sampleItem(admin, 'open sesame')

  await page.goto(`/page/${open.insideId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Get a user' })).toBeVisible()
  await page.goto(`/page/${closed.insideId}`)

  await expect(page).toHaveURL(new RegExp(`/item/password/0\\?page_id=${closed.insideId}`))
})

test('unknown addresses answer 404 and say so', async ({ page }) => {
  for (const address of ['/no/such/place', '/1/abc']) {
    const response = await page.goto(address)
    expect([address, response?.status()]).toEqual([address, 404])
    await expect(page.getByRole('heading', { level: 1, name: 'There is nothing at this address' })).toBeVisible()
  }
})

test('a personal domain that nobody has looks like that of a private item (threats A3)', async ({ page }) => {
  await page.goto('/nobodyhasthisdomain')

  await expect(page).toHaveURL('/item/password/nobodyhasthisdomain?redirect=%2Fnobodyhasthisdomain')
  await expect(page.getByRole('heading', { level: 1, name: 'This item is private' })).toBeVisible()
})

test('[GEN-02] the language changes at once and stays', async ({ page, admin }) => {
  const { itemId } = await sampleItem(admin)
  await page.goto(`/${itemId}`)

  await page.getByRole('button', { name: 'Language' }).click()
  await page.getByRole('menuitem', { name: '简体中文' }).click()
  await expect(page.getByRole('button', { name: '分享' })).toBeVisible()
  await page.reload()

  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.getByRole('button', { name: '分享' })).toBeVisible()
})

for (const scheme of ['light', 'dark'] as const) {
  test(`the reader is accessible in ${scheme} colours`, async ({ page, admin }) => {
    const { itemId, insideId } = await sampleItem(admin)
    await prefer(page, 'en', scheme)

    await page.goto(`/${itemId}/${insideId}`)

    await expect(page.locator('.katex').first()).toBeVisible()
    await expectAccessible(page)
  })
}
