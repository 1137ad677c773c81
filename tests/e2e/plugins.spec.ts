import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { newDataDirectory } from './support/prepared-server.ts'
import { expect, expectAccessible, prefer, restClient, shareSession, test } from './support/product.ts'
import { ADMIN, startServer } from './support/running-server.ts'
import { newWriter, type Writer } from './support/writer.ts'

/** A person with a page of their own, signed in. */
const writer = (page: Page, url: string, username: string): Promise<Writer> =>
  newWriter(page, url, username, { title: 'Orders', content: 'Begin.' })

/** Opens the page in the source face, where what a tool inserts can be read as it is. */
async function open(page: Page, { address }: Writer): Promise<void> {
  await page.goto(address)
  await page.locator('.face-switch').getByText('Markdown', { exact: true }).click()
}
async function choose(page: Page, menu: string, tool: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: tool, exact: true }).click()
}
async function fill(page: Page, label: string, text: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(label).fill(text)
  await dialog.getByRole('button', { name: 'Insert' }).click()
}
/** Waits for a text, which the editor need not draw: it may lie beyond the window. */
const untilWritten = (page: Page, work: Writer, text: string): Promise<void> =>
  expect(async () => {
    await page.keyboard.press('Control+s')
    expect(await stored(work)).toContain(text)
  }).toPass({ timeout: 20_000 })
const written = async (page: Page, work: Writer): Promise<string> => {
  await page.keyboard.press('Control+s')
  await expect(page.locator('.edit-state output')).toContainText(/Saved as version|保存为第/)
  return stored(work)
}
const stored = async ({ client, pageId }: Writer): Promise<string> =>
  (await client.call<{ page_content: string }>('page/info', { page_id: pageId })).page_content

test.describe('format tools', () => {
  test('[EDIT-16] [EDIT-17] [EDIT-18] [EDIT-19] turn JSON, cells and SQL into markdown', async ({ page, server }) => {
    await prefer(page, 'en', 'light')
    const work = await writer(page, server.url, 'plugins-formatter')
    await open(page, work)

    await choose(page, 'Format', 'JSON to table')
    await fill(page, 'JSON', '{x')
    await expect(page.getByText('This is not JSON.')).toBeVisible()
    await expectAccessible(page)
    await fill(page, 'JSON', '{"a":{"b":1}}')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await choose(page, 'Format', 'Beautify JSON')
    await fill(page, 'JSON', '{y')
    await choose(page, 'Format', 'Beautify JSON')
    await fill(page, 'JSON', '{"z":[1]}')
    await choose(page, 'Format', 'Paste table')
    await fill(page, 'Cells', 'Name\tAge\nMei\t30')
    await choose(page, 'Format', 'SQL to table')
    await fill(page, 'SQL', 'select 1')
    await expect(page.getByText('There is no CREATE TABLE statement')).toBeVisible()
    await fill(page, 'SQL', "create table t (id int primary key comment 'number')")
    await expect(page.getByRole('dialog')).toHaveCount(0)

    const content = await written(page, work)
    expect(content).toContain('| a.b | number | yes | 1 |')
    expect(content).toContain('{y')
    expect(content).toContain('```json\n{\n  "z": [\n    1\n  ]\n}\n```')
    expect(content).toContain('| Name | Age |\n| --- | --- |\n| Mei | 30 |')
    expect(content).toContain('| id | int | no |  | PK | number |')
  })
})

test.describe('templates', () => {
  test('[EDIT-13] [EDIT-14] insert an API and a database page in the language of the screen', async ({
    page,
    server,
  }) => {
    const work = await writer(page, server.url, 'plugins-inserter')
    await prefer(page, 'en', 'light')
    await open(page, work)
    await choose(page, 'Insert', 'Insert API template')
    await choose(page, 'Insert', 'Insert database template')
    await untilWritten(page, work, 'One row for each order')
    const english = await written(page, work)
    await prefer(page, 'zh-cn', 'light')
    await open(page, work)
    await choose(page, '插入', '插入 API 模板')
    await choose(page, '插入', '插入数据字典模板')
    await untilWritten(page, work, '## orders 订单表')
    const chinese = await written(page, work)

    expect(english).toContain('### Parameters')
    expect(english).toContain('One row for each order')
    expect(english).not.toContain('请求')
    expect(chinese).toContain('## 简要说明')
    expect(chinese).toContain('## orders 订单表')
  })

  test('[EDIT-13] arrive in the order they were chosen in, however long each takes to load', async ({
    page,
    server,
  }) => {
    const work = await writer(page, server.url, 'plugins-hasty-inserter')
    await prefer(page, 'en', 'light')
    const isAsked = Promise.withResolvers<void>()
    const mayCome = Promise.withResolvers<void>()
    await page.route(/api-template.*\.js/, async (route) => {
      isAsked.resolve()
      await mayCome.promise
      await route.continue()
    })
    await open(page, work)
    await choose(page, 'Insert', 'Insert API template')
    await isAsked.promise
    await choose(page, 'Insert', 'Insert database template')
    await untilWritten(page, work, 'One row for each order')
    await page.locator('.face-switch').getByText('Rich text', { exact: true }).click()
    mayCome.resolve()
    await untilWritten(page, work, '### Parameters')

    const content = await written(page, work)
    expect(content.startsWith('Begin.')).toBe(true)
    expect(content.indexOf('### Parameters')).toBeGreaterThan(0)
    expect(content.indexOf('### Parameters')).toBeLessThan(content.indexOf('One row for each order'))
  })

  test('[EDIT-09] [EDIT-15] [TPL-09] are kept, inserted, shared and deleted', async ({ page, server }) => {
    await prefer(page, 'en', 'light')
    const work = await writer(page, server.url, 'plugins-keeper')
    await open(page, work)
    const dialog = page.getByRole('dialog')

    await choose(page, 'More ways to save', 'Save as template')
    await dialog.getByLabel('Name of the template').fill('Beginnings')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save template' }).click()
    await expect(dialog).toHaveCount(0)

    await choose(page, 'Insert', 'More templates')
    await dialog.getByRole('button', { name: 'Share' }).click()
    const sharing = page.getByRole('dialog', { name: 'Share “Beginnings”' })
    await sharing.getByLabel('Payments').check()
    await sharing.getByRole('button', { name: 'Share' }).click()
    await expect(sharing).toHaveCount(0)
    await expect(page.getByText('Shared with one item')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByRole('tab', { name: 'Shared with this item' }).click()
    await expect(dialog.getByText(work.username)).toBeVisible()
    await dialog.getByRole('button', { name: 'Insert' }).click()
    await expect(dialog).toHaveCount(0)
    expect((await written(page, work)).match(/Begin\./g)).toHaveLength(2)

    await choose(page, 'Insert', 'More templates')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete this template?' }).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('You have no templates yet.')).toBeVisible()
    await expect.poll(() => work.client.call('template/getItemList', { item_id: work.itemId })).toEqual([])
  })
})

test('a plugin put into the data directory adds its tool without a build, and a broken one hurts nobody', async ({
  page,
}) => {
  const guide = await readFile(path.resolve(import.meta.dirname, '../../plugins/README.md'), 'utf8')
  const printed = (name: string): string =>
    new RegExp(`\`\`\`\\w+ ${name.replace('.', '\\.')}\n([\\s\\S]*?)\n\`\`\``).exec(guide)?.[1] ?? ''
  const dataDirectory = await newDataDirectory()
  for (const id of ['hello', 'broken']) {
    const home = path.join(dataDirectory, 'plugins', id)
    await mkdir(home, { recursive: true })
    await writeFile(path.join(home, 'manifest.json'), printed('manifest.json').replace('hello', id))
    await writeFile(path.join(home, 'server.js'), printed('server.js').replaceAll('hello', id))
    await writeFile(path.join(home, 'web.js'), id === 'broken' ? 'throw new Error("boom")' : printed('web.js'))
  }
  const server = await startServer({ dataDirectory })
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  try {
    const client = await restClient(server.url, ADMIN.username, ADMIN.password)
    const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', { item_type: 1, item_name: 'A' })
    await prefer(page, 'en', 'light')
    await shareSession(page, client)
    await page.goto(`${server.url}/page/edit/${itemId}/0`)
    await page.locator('.face-switch').getByText('Markdown', { exact: true }).click()
    await choose(page, 'Insert', 'Insert greeting')

    await expect(page.locator('.cm-content')).toContainText('Hello!')
    expect(refused).toEqual([])
    expect((await client.call<{ text: string }>('hello/greet')).text).toMatch(/Hello|你好/)
  } finally {
    await server.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
})

test('a plugin whose screens cannot be loaded is named with the reason, and holds up no others', async ({ page }) => {
  const dataDirectory = await newDataDirectory()
  const screens: Readonly<Record<string, string>> = {
    misspelt: 'export default {',
    endless: 'await new Promise(() => {})',
    whole: "export default { id: 'whole', apiVersion: 2, contributes: [] }",
  }
  for (const [id, web] of Object.entries(screens)) {
    const home = path.join(dataDirectory, 'plugins', id)
    await mkdir(home, { recursive: true })
    await writeFile(path.join(home, 'manifest.json'), JSON.stringify({ id, apiVersion: 2, summary: id, web: 'web.js' }))
    await writeFile(path.join(home, 'web.js'), web)
  }
  const server = await startServer({ dataDirectory })
  const thrown: string[] = []
  page.on('pageerror', ({ message }) => thrown.push(message))
  try {
    await prefer(page, 'en', 'light')
    await shareSession(page, await restClient(server.url, ADMIN.username, ADMIN.password))
    await page.goto(`${server.url}/admin/backstage-plugins`)
    const rowOf = (id: string) => page.getByRole('listitem').filter({ has: page.getByText(id, { exact: true }) })
    const fault = 'Its screens cannot be loaded in this browser:'

    await expect(rowOf('misspelt')).toContainText(fault, { timeout: 60_000 })
    await expect(rowOf('endless')).toContainText(`${fault} loading took longer than 10 s`)
    await expect(rowOf('whole')).toContainText('On')
    await expect(rowOf('whole')).not.toContainText(fault)
    for (const id of ['misspelt', 'endless'])
      expect(thrown.join()).toContain(`the screens of the plugin ${id} cannot be loaded`)
    await expectAccessible(page)
  } finally {
    await server.stop()
    await rm(dataDirectory, { recursive: true, force: true })
  }
})
