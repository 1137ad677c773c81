import type { Locator, Page } from '@playwright/test'
import en from '../../plugins/api-document/locales/en.json' with { type: 'json' }
import zhCn from '../../plugins/api-document/locales/zh-cn.json' with { type: 'json' }
import { DOCUMENT_WORDS } from '../../plugins/api-document/words.ts'
import { languageTest } from './support/language-test.ts'
import { expect, expectAccessibleInBothSchemes, expectToFit, prefer, test } from './support/product.ts'
import { wordsOf, type Language } from './support/words.ts'
import { newWriter, type Writer } from './support/writer.ts'

const TEXTS = { en, 'zh-cn': zhCn }
const DOCUMENT = {
  info: {
    url: '/v2/pay/{id}',
    method: 'post',
    apiStatus: '2',
    description: 'Starts a **payment** <img src=https://elsewhere.test/x.png onerror=alert(1)>',
    'x-own': 1,
  },
  request: {
    headers: [{ name: 'X-Trace', require: '1', type: 'string', value: 't', remark: 'for the logs' }],
    params: {
      mode: 'json',
      json: '{"order":{"no":7}}',
      jsonDesc: [
        { name: 'order', type: 'object', require: '1' },
        { name: 'order.no', type: 'int', require: '1', remark: 'the number' },
      ],
    },
  },
  response: { responseExample: '{"code":0}', responseParamsDesc: [{ name: 'code', type: 'int', remark: '0 is well' }] },
}

interface StoredPage {
  readonly page_content: string
}
const storedBy = async ({ client, pageId }: Writer): Promise<string> =>
  (await client.call<StoredPage>('page/info', { page_id: pageId })).page_content

languageTest(
  '[DOC-04] [DOC-05] [DOC-08] [GEN-14] [VIEW-05] an API document is read with tables, examples and samples',
  async (language, page, server) => {
    const words = DOCUMENT_WORDS[language]
    const writer = await newWriter(page, server.url, 'document-reader', { content: JSON.stringify(DOCUMENT) })
    await prefer(page, language, 'light')
    await page.goto(writer.view)

    await expect(page.getByRole('tab', { name: 'curl' })).toBeVisible()
    await expect(page.locator('.api-call')).toContainText('POST')
    await expect(page.locator('.api-address')).toHaveText('/v2/pay/{id}')
    await expect(page.locator('.api-status')).toContainText(words.statuses['2'])
    await expect(page.locator('.api-document strong')).toHaveText('payment')
    await expect(page.locator('.api-document img')).toHaveCount(0)
    const body = page.getByRole('region', { name: words.body + words.aside('json') })
    await expect(body.getByRole('row')).toHaveCount(3)
    await expect(body.getByRole('row', { name: 'the number' })).toContainText(TEXTS[language].required)
    await body.getByRole('button', { name: TEXTS[language].collapse.replace('{{name}}', 'order') }).press('Enter')
    await expect(body.getByRole('row')).toHaveCount(2)
    await expect(page.getByRole('region', { name: words.responseParameters })).toContainText('0 is well')

    await page.getByRole('tab', { name: 'curl' }).press('ArrowRight')
    await expect(page.getByRole('tab', { name: 'JavaScript' })).toBeFocused()
    await expect(page.getByRole('tabpanel')).toContainText('await fetch("/v2/pay/{id}"')
    await expectAccessibleInBothSchemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectToFit(page)
    // On a phone the name of a parent stays beside its button.
    const middleOf = async (part: Locator) => {
      const { y, height } = (await part.boundingBox()) ?? { y: 0, height: 0 }
      return y + height / 2
    }
    const middle = await middleOf(body.getByRole('button'))
    expect(Math.abs((await middleOf(body.getByText('order', { exact: true }))) - middle)).toBeLessThan(10)
    // The names of columns, which are only heard there, take no place from the rows.
    const heightOf = async (part: Locator) => (await part.boundingBox())?.height ?? 0
    const heights = await Promise.all([heightOf(body.locator('table')), heightOf(body.locator('tbody'))])
    expect(heights[0] - heights[1]).toBeLessThan(2)

    const { unique_key: key } = await writer.client.call<{ unique_key: string }>('page/createSinglePage', {
      page_id: writer.pageId,
      isCreateSiglePage: 'true',
    })
    await page.goto(`/p/${key}`)
    await expect(page.getByRole('tab', { name: 'curl' })).toBeVisible()
  },
)

test('[DOC-07] a document that is cut off is shown as far as it goes, and kept as it is by the editor', async ({
  page,
  server,
}) => {
  const content = JSON.stringify(DOCUMENT).slice(0, 200)
  const writer = await newWriter(page, server.url, 'cut-document', { content })
  await prefer(page, 'en', 'light')
  await page.goto(writer.view)
  await expect(page.locator('.api-address')).toHaveText('/v2/pay/{id}')

  await page.goto(writer.address)
  await expect(page.getByText(en.unreadable)).toBeVisible()
  await page.getByText(wordsOf('en', 'editor', 'face.stored'), { exact: true }).click()
  await expect(page.locator('.cm-line').first()).toContainText('**payment**')
  // It is no markdown, so nothing in it is bold.
  await expect(page.locator('.cm-line span').filter({ hasText: 'payment' })).toHaveCount(0)
  await page.getByRole('textbox', { name: wordsOf('en', 'editor', 'title.label') }).fill('Another title')
  await save(page, 'en')
  await expect
    .poll(
      async () =>
        (await writer.client.call<{ page_title: string }>('page/info', { page_id: writer.pageId })).page_title,
    )
    .toBe('Another title')
  expect(await storedBy(writer)).toBe(content)
})

languageTest('an API document is begun, filled in by keyboard and paste, and saved', async (language, page, server) => {
  const texts = TEXTS[language]
  const words = DOCUMENT_WORDS[language]
  const writer = await newWriter(page, server.url, 'document-writer')
  await prefer(page, language, 'light')
  await page.goto(writer.view)
  await page.getByRole('button', { name: wordsOf(language, 'reader', 'action.more'), exact: true }).click()
  await page.getByRole('menuitem', { name: texts.action }).click()

  await page.getByRole('textbox', { name: wordsOf(language, 'editor', 'title.label') }).fill('Pay')
  await page.getByLabel(texts.fields.method).selectOption('post')
  const beginsAt = async (name: string) => (await page.getByRole('textbox', { name, exact: true }).boundingBox())?.x
  expect(await beginsAt(texts.fields.title)).toBe(await beginsAt(wordsOf(language, 'editor', 'title.label')))
  await page.getByLabel(texts.fields.url).fill('/v2/pay')
  const table = (name: string) => page.getByRole('region', { name, exact: true })
  const query = table(words.query)
  await query.getByRole('button', { name: texts.addRow }).click()
  await page.keyboard.type('page')
  await page.keyboard.press('Enter')
  await page.keyboard.type('size')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(query.getByRole('textbox', { name: words.column.name }).first()).toHaveValue('size')

  await query.getByRole('button', { name: texts.paste.action }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(texts.paste.label).fill('lang\tstring\tzh\t语言\nzone\tstring\tutc\t时区')
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('button', { name: texts.paste.add.replace('{{count}}', '2') }).click()
  await page.getByLabel(texts.fields.mode).selectOption('json')
  await page.getByLabel(words.bodyExample, { exact: true }).fill('{"order":{"no":7}}')
  await table(words.body).getByRole('button', { name: texts.toRows }).click()
  await expect(table(words.body).getByRole('textbox', { name: words.column.name }).nth(1)).toHaveValue('order.no')
  await expectAccessibleInBothSchemes(page)
  await save(page, language)

  await expect(page).toHaveURL(/\/page\/edit\/\d+\/[1-9]\d*$/)
  const pageId = Number(new URL(page.url()).pathname.split('/').at(-1))
  const stored = JSON.parse(await storedBy({ ...writer, pageId })) as typeof DOCUMENT & { request: { query: object[] } }
  expect(stored.info).toMatchObject({ method: 'post', url: '/v2/pay', from: 'runapi' })
  expect(stored.request.query).toMatchObject([
    { name: 'size' },
    { name: 'page' },
    { name: 'lang', value: 'zh', remark: '语言' },
    { name: 'zone' },
  ])
  expect(stored.request.params.jsonDesc).toMatchObject([{ name: 'order' }, { name: 'order.no', type: 'integer' }])
  await page.setViewportSize({ width: 390, height: 844 })
  await expectToFit(page)
})

languageTest('two states of an API document say what of the changes is breaking', async (language, page, server) => {
  const writer = await newWriter(page, server.url, `document-changes-${language}`, {
    content: JSON.stringify(DOCUMENT),
  })
  const changed = JSON.stringify({ ...DOCUMENT, info: { ...DOCUMENT.info, method: 'put', apiStatus: '3' } })
  await writer.client.call('page/save', { page_id: writer.pageId, page_title: 'Login', page_content: changed })
  const [version] = await writer.client.call<{ page_history_id: number }[]>('page/versions', { page_id: writer.pageId })
  await prefer(page, language, 'light')
  await page.goto(`/page/diff/${writer.pageId}/${version?.page_history_id}`)

  const key = language === 'en' ? 'meaning.breaking_one' : 'meaning.breaking_other'
  const breaking = page.getByRole('region', { name: wordsOf(language, 'compare', key, { count: 1 }) })
  await expect(breaking.getByRole('listitem')).toHaveText(
    { en: 'The method changed: POST → PUT.', 'zh-cn': '请求方法已改变：POST → PUT。' }[language],
  )
  const words = DOCUMENT_WORDS[language].statuses
  await expect(page.getByText(`${words['2']} → ${words['3']}`)).toBeVisible()
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectToFit(page)
})

test('an API document keeps what the form has no field for, and joins what two people wrote', async ({
  page,
  server,
}) => {
  const content = JSON.stringify(DOCUMENT, null, 3)
  const writer = await newWriter(page, server.url, 'joint-document', { content })
  await prefer(page, 'en', 'light')
  await page.goto(writer.address)
  await page.getByLabel(en.fields.url).fill('/v3/pay')
  const theirs = content.replace('for the logs', 'their words')
  await writer.client.call('page/save', { page_id: writer.pageId, page_title: 'Login', page_content: theirs })

  await save(page, 'en')
  await expect(page.getByText('Your changes and theirs fit together.')).toBeVisible()
  await page.getByRole('button', { name: 'Save the merged page' }).click()

  await expect.poll(() => storedBy(writer)).toBe(theirs.replace('/v2/pay/{id}', '/v3/pay'))
})

const save = (page: Page, language: Language): Promise<void> =>
  page.getByRole('button', { name: wordsOf(language, 'editor', 'save.action'), exact: true }).click()

languageTest('managers write the parameters of all calls of an item', async (language, page, server) => {
  const texts = TEXTS[language].globals
  const words = DOCUMENT_WORDS[language]
  const writer = await newWriter(page, server.url, `globals-${language}`, { content: JSON.stringify(DOCUMENT) })
  await prefer(page, language, 'light')
  await page.goto(`/item/setting/${writer.itemId}/api-document-globals`)
  const headers = page.getByRole('region', { name: texts.header, exact: true })
  const save = page.getByRole('button', { name: texts.save, exact: true })
  await expect(save).toBeDisabled()
  await headers.getByRole('button', { name: TEXTS[language].addRow }).click()
  await page.keyboard.type('X-App')
  const row = TEXTS[language].row.replace('{{number}}', '1')
  await headers.getByRole('textbox', { name: `${words.column.value}, ${row}` }).fill('shop')
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectToFit(page)
  await save.click()
  await expect(page.getByText(texts.saved)).toBeVisible()
  await expect(save).toBeDisabled()

  const { global_param: stored } = await writer.client.call<{ global_param: object }>('item/info', {
    item_id: writer.itemId,
  })
  expect(stored).toMatchObject({ header: [{ name: 'X-App', value: 'shop' }], query: [], body: [] })
  await page.goto(writer.view)
  await expect(page.getByText('X-App')).toBeVisible()
})
