import { readFile } from 'node:fs/promises'
import { fromBufferPromise } from 'yauzl'
import en from '../../plugins/item-export/locales/en.json' with { type: 'json' }
import { expect, newPerson, prefer, shareSession, test } from './support/product.ts'

test('the export begins with the format that suits the type of the item', async ({ page, server }) => {
  const { client } = await newPerson(server.url, 'format-chooser')
  await shareSession(page, client)
  await prefer(page, 'en', 'light')
  const suited = [
    [1, /^Word/],
    [2, /^Word/],
    [3, /^OpenAPI/],
    [4, /^Excel/],
  ] as const

  for (const [type, format] of suited) {
    const item = await client.call<{ item_id: number }>('item/add', { item_name: 'Export', item_type: type })
    await page.goto(`/item/export/${item.item_id}`)
    await expect(page.getByRole('combobox', { name: en.format })).toHaveValue(format)
  }
})

test('[GEN-04] [EXP-01] [EXP-02] [EXP-03] whoever exports chooses Word or markdown, and all or one catalog, which must be named', async ({
  page,
  server,
}) => {
  const { client } = await newPerson(server.url, 'export-chooser')
  const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', { item_name: 'Shop', item_type: 1 })
  const { cat_id: catalogId } = await client.call<{ cat_id: number }>('catalog/save', {
    ...{ item_id: itemId, cat_name: 'Guides', parent_cat_id: 0, cat_id: 0 },
  })
  const add = (title: string, catalog: number) =>
    client.call('page/save', { item_id: itemId, cat_id: catalog, page_title: title, page_content: `of ${title}` })
  await add('Above', 0)
  await add('Within', catalogId)
  await shareSession(page, client)
  await prefer(page, 'en', 'light')
  await page.goto(`/item/export/${itemId}`)
  const whole = page.getByRole('radio', { name: en.partItem, exact: true })
  const one = page.getByRole('radio', { name: en.partCatalog, exact: true })
  const catalog = page.getByRole('combobox', { name: en.catalog })
  const start = page.getByRole('button', { name: en.start, exact: true })
  const choose = async (format: RegExp) => {
    await page.getByRole('combobox', { name: en.format }).click()
    await page.getByRole('option', { name: format }).click()
  }
  const chooseGuides = async () => {
    await catalog.click()
    await page.getByRole('option', { name: 'Guides' }).click()
  }
  await choose(/^Word/)
  await expect(whole).toBeChecked()
  await expect(catalog).toHaveCount(0)

  // One catalog needs its name, and all have none.
  await one.check()
  await start.click()
  await expect(page.getByText(en.catalogRequired)).toBeVisible()
  await expect(catalog).toHaveAttribute('aria-invalid', 'true')
  await chooseGuides()
  await expect(page.getByText(en.catalogRequired)).toHaveCount(0)
  await whole.check()
  await expect(catalog).toHaveCount(0)
  await one.check()
  await expect(catalog).toHaveValue('')

  // Markdown of the whole item asks for nothing else.
  await choose(/^Markdown/)
  await whole.check()
  await start.click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('main').locator('a[href*="task/result"]').click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.zip$/)
  expect(await titlesIn(await readFile(await download.path()))).toEqual(['Above', 'Within'])
})

async function titlesIn(archive: Buffer): Promise<readonly string[]> {
  const zip = await fromBufferPromise(archive)
  const titles: string[] = []
  for await (const { fileName } of zip.eachEntry())
    if (fileName.endsWith('.md')) titles.push(fileName.replace(/^.*\/|\.md$/g, ''))
  return titles.toSorted()
}
