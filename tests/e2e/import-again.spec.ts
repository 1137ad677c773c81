import en from '../../plugins/item-import/locales/en.json' with { type: 'json' }
import zhCn from '../../plugins/item-import/locales/zh-cn.json' with { type: 'json' }
import { languageTest } from './support/language-test.ts'
import { expect, expectAccessibleInBothSchemes, expectToFit, prefer } from './support/product.ts'
import { newWriter } from './support/writer.ts'

const TEXTS = { en, 'zh-cn': zhCn }
const LONG_TITLE = 'All orders of everybody who has ever bought something in this shop'
const described = (...names: readonly string[]) => ({
  name: 'shop.json',
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Shop' },
      paths: {
        '/orders': {
          get: {
            summary: LONG_TITLE,
            parameters: names.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
          },
        },
        '/pets': { get: { summary: 'Pets' } },
      },
    }),
  ),
})

languageTest('an import of an API again tells what changes before it is done', async (language, page, server) => {
  const texts = TEXTS[language]
  const { itemId } = await newWriter(page, server.url, `import-again-${language}`)
  await prefer(page, language, 'light')
  await page.goto(`/item-import/${itemId}`)
  await page.locator('input[type=file]').setInputFiles(described('page', 'size'))
  await page.getByRole('button', { name: texts.startUpdate }).click()
  await page.getByRole('button', { name: texts.again }).click()

  await page.locator('input[type=file]').setInputFiles(described('page', 'order', 'lang'))
  const changes = [texts['changes.breaking'], texts['changes.others']]
  const summary = changes.map((text, at) => text.replace('{{count}}', String(at + 1))).join(texts.comma)
  const tree = page.getByRole('region', { name: texts.tree })
  await expect(tree.getByText(summary)).toHaveCount(1)
  await tree.getByText(summary).click()
  await expect(tree.getByRole('img', { name: texts['changes.isBreaking'] })).toBeVisible()
  await expect(
    tree
      .getByRole('listitem')
      .filter({ hasText: /\bsize\b/ })
      .last(),
  ).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectToFit(page)
  // The title breaks into lines between its icon and its state, which stay beside it.
  const placeOf = async (part: string) => {
    const row = tree.locator('li', { has: page.getByText(LONG_TITLE, { exact: true }) })
    return (await row.locator(part).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  }
  const [icon, title, state] = [await placeOf('svg'), await placeOf('span'), await placeOf('.import-state')]
  for (const { y, height } of [icon, state]) {
    expect(y).toBeGreaterThanOrEqual(title.y)
    expect(y + height).toBeLessThanOrEqual(title.y + title.height)
  }
})
