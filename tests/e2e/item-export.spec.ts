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
