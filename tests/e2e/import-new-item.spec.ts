import en from '../../plugins/item-import/locales/en.json' with { type: 'json' }
import zhCn from '../../plugins/item-import/locales/zh-cn.json' with { type: 'json' }
import { languageTest } from './support/language-test.ts'
import { expect, expectAccessibleInBothSchemes, expectToFit, prefer } from './support/product.ts'
import { newWriter } from './support/writer.ts'

const TEXTS = { en, 'zh-cn': zhCn }
const calls = Object.fromEntries(
  ['orders', 'pets'].map((path) => [
    `/${path}`,
    {
      get: {
        summary: `All ${path}`,
        tags: ['Shop'],
        callbacks: { told: {} },
        responses: { 200: { description: 'OK' } },
      },
    },
  ]),
)
const FILE = {
  name: 'shop.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop' }, paths: calls })),
}

languageTest(
  'a file becomes a new item, and its import can be undone later in the item',
  async (language, page, server) => {
    const texts = TEXTS[language]
    await newWriter(page, server.url, `import-new-${language}`)
    await prefer(page, language, 'light')
    await page.goto('/item/add?tab=item-import-file')
    await page.locator('input[type=file]').setInputFiles(FILE)

    const tree = page.getByRole('region', { name: texts.tree })
    await expect(tree.getByText('All orders')).toBeVisible()
    await expect(page.getByRole('heading', { name: texts.warnings })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: texts.startNew }).click()
    await expect(page.getByRole('button', { name: texts.undo })).toBeVisible()
    await page.getByRole('link', { name: texts.open }).click()
    await expect(page.getByText('All orders').first()).toBeVisible()
    const [, itemId] = /\/(\d+)/.exec(new URL(page.url()).pathname) ?? []

    await page.goto(`/item-import/${itemId}`)
    const earlier = page.getByRole('region', { name: texts.earlier })
    await expect(earlier.getByRole('listitem')).toHaveText(/OpenAPI.*(New pages: 2|新建页面 2)/)
    await expectAccessibleInBothSchemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectToFit(page)
    await earlier.getByRole('button', { name: texts.undo }).click()
    await page.getByRole('dialog').getByRole('button', { name: texts.undo }).click()
    await expect(earlier.getByRole('status')).toContainText('2')
    await expect(earlier.getByRole('listitem')).toHaveCount(0)
  },
)
