import type { Page } from '@playwright/test'
import { expect, expectAccessible, prefer, test, untilAwake, type RestClient } from './support/product.ts'

/** Where headings stand below the bar, as `scroll-margin-top` says. */
const PLACE = 64
/** Whole pixels are all a page can be scrolled by. */
const NEAR = 2

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="700"><rect width="600" height="700"/></svg>'

const section = (name: string, inside: string, lines = 40): string =>
  `## ${name}\n\n${inside}\n\n${'A line of text.\n\n'.repeat(lines)}`

async function openPage(page: Page, admin: RestClient, content: string, hash = ''): Promise<string> {
  const { item_id: itemId } = await admin.call<{ item_id: number }>('item/add', { item_name: 'Places', password: '' })
  const { page_id: pageId } = await admin.call<{ page_id: number }>('page/save', {
    ...{ item_id: itemId, page_title: 'Long', page_content: content },
  })
  await page.goto(`/${itemId}/${pageId}${hash}`)
  return `/${itemId}/${pageId}`
}

const topOf = (page: Page, name: string): Promise<number> =>
  page
    .locator('.article')
    .getByRole('heading', { name })
    .evaluate((heading) => heading.getBoundingClientRect().top)

async function expectInPlace(page: Page, name: string): Promise<void> {
  await expect.poll(async () => Math.abs((await topOf(page, name)) - PLACE)).toBeLessThanOrEqual(NEAR)
}

const LONG = ['First', 'Second', '第三节', 'Fourth', 'Fifth'].map((name) => section(name, 'text')).join('')

for (const [hash, name] of [
  ['#fourth', 'Fourth'],
  ['#user-content-fourth', 'Fourth'],
  ['#%E7%AC%AC%E4%B8%89%E8%8A%82', '第三节'],
  ['#第三节', '第三节'],
] as const)
  test(`an address that ends in ${hash} leads to its heading`, async ({ page, admin }) => {
    await openPage(page, admin, LONG, hash)

    await expectInPlace(page, name)
  })

test('links to headings have no prefix, and can be copied by keyboard', async ({ page, admin }) => {
  await prefer(page, 'en', 'light')
  const path = await openPage(page, admin, `[there](#fourth)\n\n${LONG}`)
  await untilAwake(page)
  const contents = page.getByRole('navigation', { name: 'On this page' })

  await contents.getByRole('link', { name: 'Second' }).click()
  await expect(page).toHaveURL(`${path}#second`)
  await expectInPlace(page, 'Second')
  await page.mouse.wheel(0, -100_000)
  await page.getByRole('link', { name: 'there' }).click()
  await expect(page).toHaveURL(`${path}#fourth`)
  await expectInPlace(page, 'Fourth')
  await page.goBack()
  await expect(page).toHaveURL(`${path}#second`)

  const link = page.locator('h2', { hasText: 'Second' }).getByRole('link', { name: 'Copy link to this heading' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await link.focus()
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(new URL(`${path}#second`, page.url()).href)
  await expectAccessible(page)
})

test('a heading that has the name of a place of the product is reached, and so is the place', async ({
  page,
  admin,
}) => {
  await openPage(page, admin, `${section('First', '')}${section('Main', '')}${section('Last', '')}`)
  await untilAwake(page)

  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Main' }).click()
  await expectInPlace(page, 'Main')
  await page.evaluate(() => scrollTo(0, 0))
  await page.locator('.skip-link').focus()
  await page.keyboard.press('Enter')

  await expect(page.locator('#main')).toBeFocused()
  expect(await topOf(page, 'Main')).toBeGreaterThan(PLACE + NEAR)
})

test('what was jumped to stays in its place while pictures above it come', async ({ page, admin }) => {
  let send = (): void => {}
  const isDue = new Promise<void>((resolve) => (send = resolve))
  await page.route('**/late-*.svg', async (route) => {
    await isDue
    await route.fulfill({ contentType: 'image/svg+xml', body: PICTURE })
  })
  const pictures = [1, 2, 3].map((at) => section(`Part ${at}`, `![p](/late-${at}.svg)`, 1)).join('')
  await openPage(page, admin, `${pictures}${section('Target', 'text', 60)}`)
  await untilAwake(page)

  await page
    .getByRole('navigation', { name: /On this page|本页目录/ })
    .getByRole('link', { name: 'Target' })
    .click()
  await expectInPlace(page, 'Target')
  const before = await page.evaluate(() => document.documentElement.scrollHeight)
  send()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(before + 600)

  await expectInPlace(page, 'Target')
  // Who scrolls on is not brought back.
  await page.mouse.wheel(0, -300)
  await expect.poll(() => topOf(page, 'Target')).toBeGreaterThan(PLACE + 200)
})

test('End and Home lead to the ends of a long page at the first try', async ({ page, admin }) => {
  await openPage(page, admin, Array.from({ length: 12 }, (_, at) => section(`Part ${at}`, 'text', 60)).join(''))
  await untilAwake(page)

  await page.keyboard.press('End')
  const left = () => page.evaluate(() => document.documentElement.scrollHeight - scrollY - innerHeight)
  await expect.poll(left).toBeLessThanOrEqual(NEAR)
  await expect(page.getByText('A line of text.').last()).toBeInViewport()
  await page.keyboard.press('Home')

  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

const BROKEN = '```mermaid\ngraph TD\n  a --> --> b[\n```'

test('a diagram that cannot be drawn says so in its block, and leaves nothing elsewhere', async ({ page, admin }) => {
  await prefer(page, 'en', 'dark')
  await openPage(page, admin, `${BROKEN}\n\n\`\`\`mermaid\ngraph LR\n  a --> b\n\`\`\`\n\n${section('End', '')}`)

  const [broken, drawn] = [page.locator('pre.mermaid').first(), page.locator('pre.mermaid').last()]
  await expect(broken).toContainText('This diagram could not be drawn: there is an error in line 2.')
  await expect(broken).toContainText('a --> --> b[')
  await expect(drawn.locator('svg')).toBeVisible()
  await expect(page.locator('body > [id^=d], body > [aria-hidden]')).toHaveCount(0)
  await expect(page.locator('.error-icon')).toHaveCount(0)
  await expectAccessible(page)
})
