import type { Page, Request } from '@playwright/test'
import comments from '../../plugins/comments/locales/en.json' with { type: 'json' }
import itemExport from '../../plugins/item-export/locales/en.json' with { type: 'json' }
import tryIt from '../../plugins/try-it/locales/en.json' with { type: 'json' }
import { movedLinesOf } from './support/moved-lines.ts'
import { expect, prefer, test, untilAwake } from './support/product.ts'
import { newWriter } from './support/writer.ts'
import { wordsOf } from './support/words.ts'

const CONTENT = JSON.stringify({ info: { url: '/orders', method: 'get' } })
const ASKED = [comments.action, tryIt.action, itemExport.action]

const words = (name: 'action.more' | 'action.share') => wordsOf('en', 'reader', name)
const moreOf = (page: Page) => page.getByRole('button', { name: words('action.more'), exact: true })
const namesIn = (page: Page) => page.getByRole('menuitem').filter({ visible: true }).allTextContents()

/** Whether it is asked for entries of the menu. */
const isOfEntries = (address: string) => /comment\.list|mayTry|\.formats/.test(address)

test('the entries of a page are in its menu when it opens', async ({ page, server }) => {
  await prefer(page, 'en', 'light')
  const { view } = await newWriter(page, server.url, 'menu-reader', { content: CONTENT })
  await page.goto(view)
  await untilAwake(page)
  const movedLines = await movedLinesOf(page)

  await moreOf(page).click()
  for (const name of ASKED) await expect(page.getByRole('menuitem', { name, exact: true })).toBeVisible()

  expect(await movedLines()).toEqual([])
})

test('entries that come late come after all others of the menu, which stay where they are', async ({
  page,
  server,
}) => {
  await prefer(page, 'en', 'light')
  const { view } = await newWriter(page, server.url, 'late-menu-reader', { content: CONTENT })
  const answered = Promise.withResolvers<void>()
  await page.route('**/trpc/**', async (route) => {
    if (isOfEntries(route.request().url())) await answered.promise
    await route.continue()
  })
  await page.goto(view)
  await untilAwake(page)
  const movedLines = await movedLinesOf(page)

  await moreOf(page).click()
  await expect(page.getByRole('menuitem', { name: words('action.share') })).toBeVisible()
  const atFirst = await namesIn(page)
  answered.resolve()
  for (const name of ASKED) await expect(page.getByRole('menuitem', { name, exact: true })).toBeVisible()

  const atLast = await namesIn(page)
  expect(atLast.slice(0, atFirst.length)).toEqual(atFirst)
  expect(atLast.slice(atFirst.length)).toEqual(expect.arrayContaining(ASKED))
  expect(await movedLines()).toEqual([])
})

test('a click on the button of the menu before the script has come opens it once it is there', async ({
  page,
  server,
}) => {
  await prefer(page, 'en', 'light')
  const { view } = await newWriter(page, server.url, 'early-clicker')
  const clicked = Promise.withResolvers<void>()
  const isScript = (request: Request) => request.resourceType() === 'script'
  await page.route('**/assets/**', async (route) => {
    if (isScript(route.request())) await clicked.promise
    await route.continue()
  })
  await page.goto(view, { waitUntil: 'commit' })
  await moreOf(page).click()
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  clicked.resolve()

  await expect(page.getByRole('menuitem', { name: words('action.share') })).toBeVisible()
})
