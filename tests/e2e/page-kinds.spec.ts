import { cp } from 'node:fs/promises'
import path from 'node:path'
import { startPreparedServer } from './support/prepared-server.ts'
import { expect, expectAccessible, prefer, restClient, shareSession, test } from './support/product.ts'
import { ADMIN, type RunningServer } from './support/running-server.ts'
import { writePlugin } from './support/written-plugin.ts'

const CHECKLIST = path.resolve(import.meta.dirname, '../plugins/checklist')
interface StoredPage {
  readonly page_content: string
  readonly revision: number
}

test.describe('a kind of pages that a plugin in the data directory adds', () => {
  let server: RunningServer
  test.beforeAll(async () => {
    server = await startPreparedServer({
      drop: (plugins) => cp(CHECKLIST, path.join(plugins, 'checklist'), { recursive: true }),
      // It takes the type of items that is the spreadsheets' otherwise.
      environment: { PLUGINS_DISABLED: 'spreadsheet' },
    })
  })
  test.afterAll(() => server.stop())

  test('is offered, written and read by its own faces, merged, compared and found', async ({ page }) => {
    const client = await restClient(server.url, ADMIN.username, ADMIN.password)
    await prefer(page, 'en', 'light')
    await shareSession(page, client)

    await page.goto(`${server.url}/item/add`)
    await page.getByRole('radio', { name: 'Checklist' }).check()
    await page.getByRole('textbox', { name: 'Name' }).first().fill('Shopping')
    await page.getByRole('button', { name: 'Create item' }).click()
    const read = page.getByRole('region', { name: 'Checklist' })
    await expect(read).toContainText('0 of 0 done')
    const itemId = Number(new URL(page.url()).pathname.split('/')[1])
    const { menu } = await client.call<{ menu: { pages: readonly { page_id: number }[] } }>('item/info', {
      item_id: itemId,
    })
    const pageId = menu.pages[0]?.page_id ?? 0
    const stored = () => client.call<StoredPage>('page/info', { page_id: pageId })

    await page.goto(`${server.url}/page/edit/${itemId}/${pageId}`)
    await page.getByLabel('New entry').fill('Milk')
    await page.getByRole('button', { name: 'Add entry' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(async () => (await stored()).page_content).toContain('"Milk"')
    await expect(page.getByRole('button', { name: 'Insert', exact: true })).toHaveCount(0)

    const { page_content: content } = await stored()
    const theirs = content.replace('"checklist": [', '"checklist": [ { "text": "Eggs", "done": true },')
    await client.call('page/save', { page_id: pageId, page_title: 'Shopping', page_content: theirs })
    await page.getByLabel('Milk').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Your changes and theirs fit together.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save the merged page' }).click()
    const joined = { checklist: [{ text: 'Eggs', done: true }, { text: 'Milk', done: true }] } // prettier-ignore
    await expect.poll(async () => JSON.parse((await stored()).page_content) as unknown).toEqual(joined)
    await expect(page.getByLabel('Eggs')).toBeChecked()

    await page.goto(`${server.url}/${itemId}/${pageId}`)
    await expect(read).toContainText('2 of 2 done')
    await expectAccessible(page)

    const versions = await client.call<readonly { page_history_id: number }[]>('page/versions', { page_id: pageId })
    await page.goto(`${server.url}/page/diff/${pageId}/${versions.at(-1)?.page_history_id ?? 0}`)
    await expect(page.getByText('- [x] Milk').first()).toBeVisible()

    const found = async (keyword: string) =>
      (await client.call<{ pages: readonly object[] }>('item/search', { item_id: itemId, keyword })).pages.length
    await expect.poll(() => found('checklist')).toBe(0)
    expect(await found('eggs')).toBe(1)
  })

  test('keeps a face per kind, and shows every page as it is stored when asked to', async ({ page }) => {
    const client = await restClient(server.url, ADMIN.username, ADMIN.password)
    const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', { item_name: 'Mixed' })
    const content = '{"checklist":[{"text":"Bread","done":false}]}'
    const save = (text: string) =>
      client.call<{ page_id: number }>('page/save', {
        item_id: itemId,
        page_id: 0,
        page_title: 'A',
        page_content: text,
      })
    const { page_id: listId } = await save(content)
    const { page_id: textId } = await save('# Bread')
    await prefer(page, 'en', 'light')
    await shareSession(page, client)

    await page.goto(`${server.url}/page/edit/${itemId}/${listId}`)
    await page.locator('.face-switch').getByText('As stored').click()
    await expect(page.locator('.cm-content')).toHaveText(content)
    await page.goto(`${server.url}/page/edit/${itemId}/${textId}`)
    await expect(page.locator('.face-switch input:checked')).toHaveValue('rich')
    await page.goto(`${server.url}/page/edit/${itemId}/${listId}`)
    await expect(page.locator('.face-switch input:checked')).toHaveValue('source')
    await page.locator('.face-switch').getByText('Checklist').click()
    await expect(page.getByLabel('Bread')).not.toBeChecked()
  })
})

test.describe('a page whose kind takes long to render it', () => {
  const kind = `export const pageKind = {
  id: 'slow', module: import.meta.url, itemTypes: [],
  recognises: (content) => content.startsWith('slow'),
  empty: () => '', textOf: (content) => content,
  render(content) {
    // Of the processor: readers wait for a second of the kind's own work, however busy the machine is. Asking for the time
    // takes the system longer than the kind on some machines, so it is asked seldom.
    let turns = 0
    for (const until = process.threadCpuUsage().user + 4_000_000; process.threadCpuUsage().user < until; )
      for (let turn = 0; turn < 10_000_000; turn += 1) turns += turn % 7
    return '# Ready at last'
  },
}`
  const files = {
    'manifest.json': JSON.stringify({ id: 'slow-kind', apiVersion: 2, summary: 'Takes long.', server: 'server.js' }),
    'kind.js': kind,
    'server.js': `import { pageKind } from './kind.js'
export default ({ contribute, pageKinds }) => ({ contributes: [contribute(pageKinds, pageKind)] })`,
  }
  let server: RunningServer
  test.beforeAll(async () => {
    server = await startPreparedServer({ drop: (plugins) => writePlugin(path.join(plugins, 'slow-kind'), files) })
  })
  test.afterAll(() => server.stop())

  test('[DOC-07] is shown as it is stored meanwhile, and appears by itself', async ({ page }) => {
    const client = await restClient(server.url, ADMIN.username, ADMIN.password)
    const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', { item_name: 'Slow' })
    const { page_id: pageId } = await client.call<{ page_id: number }>('page/save', {
      ...{ item_id: itemId, page_id: 0, page_title: 'Large', page_content: 'slow to render' },
    })
    await prefer(page, 'en', 'light')
    await shareSession(page, client)
    // On a busy machine the page may be ready before the browser has drawn what there was meanwhile.
    const isSeen = Promise.withResolvers<undefined>()
    await page.route(/\/trpc\/[^?]*page\.view/, async (route) => {
      await isSeen.promise
      await route.continue()
    })

    await page.goto(`${server.url}/${itemId}/${pageId}`)
    await expect(page.getByRole('status').filter({ hasText: 'This page takes a while to prepare.' })).toBeVisible()
    await expect(page.getByText('slow to render')).toBeVisible()

    isSeen.resolve(undefined)
    await expect(page.getByRole('heading', { name: 'Ready at last' })).toBeVisible()
    await expect(page.getByText('This page takes a while to prepare.')).toHaveCount(0)
    await expectAccessible(page)
  })
})
