import en from '../../plugins/mock/locales/en.json' with { type: 'json' }
import zhCn from '../../plugins/mock/locales/zh-cn.json' with { type: 'json' }
import { expect, expectAccessibleInBothSchemes, expectToFit, prefer, test } from './support/product.ts'
import { newWriter } from './support/writer.ts'
import { wordsOf } from './support/words.ts'

test('[GEN-11] [EDIT-20] [MOCK-03] [MOCK-07] [MOCK-08] a mock is made from the example of a page, tried, saved and asked', async ({
  page,
  request,
  server,
}) => {
  await prefer(page, 'zh-cn', 'light')
  const content = '订单\n\n```json\n{"code": 0, "name": "梅"}\n```\n'
  const { itemId, address } = await newWriter(page, server.url, 'mock-writer', { content })
  const dialog = page.getByRole('dialog')
  const choose = async () => {
    await page.getByRole('button', { name: wordsOf('zh-cn', 'editor', 'toolbar.insert'), exact: true }).click()
    await page.getByRole('menuitem', { name: zhCn.title, exact: true }).click()
  }
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  await page.goto(address)
  await choose()

  await press(zhCn.save)
  await expect(dialog.getByText(zhCn.pathRequired)).toBeVisible()
  await dialog.getByLabel(zhCn.path).fill('orders/7')
  await dialog.getByLabel(zhCn.template).fill('{')
  await press(zhCn.preview)
  await expect(dialog.getByText(zhCn.notJson)).toBeVisible()
  await press(zhCn.example)
  await press(zhCn.preview)
  await expect(dialog.getByLabel(zhCn.previewed)).toHaveValue(/"梅"/)
  await expectAccessibleInBothSchemes(page)
  await dialog.getByText(zhCn.more, { exact: true }).click()
  await dialog.getByLabel(zhCn.delay).fill('')
  await dialog.getByLabel(zhCn.errorRate).focus()
  await expect(dialog.getByLabel(zhCn.delay)).toHaveValue('0')
  await press(zhCn.save)
  await expect(page.getByText(zhCn.saved, { exact: true })).toBeVisible()
  await expect(dialog.locator('code')).toHaveText(`${server.url}/mock-path/${itemId}&path=/orders/7`)
  // What was tried stays, although the mock is read again after it was saved.
  await expect(dialog.getByLabel(zhCn.previewed)).toHaveValue(/"梅"/)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectToFit(page)

  expect(await (await request.get(`/mock-path/${itemId}&path=/orders/7`)).json()).toEqual({ code: 0, name: '梅' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/page/edit/${itemId}/0`)
  await choose()
  await expect(dialog.getByText(zhCn.saveFirst)).toBeVisible()
})

test('[MOCK-03] whoever reads a page with a mock finds its address in the menu, with a button to copy it', async ({
  browser,
  page,
  server,
}) => {
  const { itemId, pageId, client } = await newWriter(page, server.url, 'mock-readers')
  const bare = await client.call<{ page_id: number }>('page/save', {
    ...{ item_id: itemId, page_title: 'Bare', page_content: 'Nothing here answers.' },
  })
  await client.call('mock/add', { page_id: pageId, path: '/orders/订单', template: '{"a": 1}' })
  const visitor = await browser.newPage({ baseURL: server.url, viewport: { width: 390, height: 844 } })
  await visitor.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await prefer(visitor, 'en', 'light')
  const more = visitor.getByRole('button', { name: wordsOf('en', 'reader', 'action.more'), exact: true })
  const entry = visitor.getByRole('menuitem', { name: en.action, exact: true })

  await visitor.goto(`/${itemId}/${bare.page_id}`)
  await more.click()
  await expect(visitor.getByRole('menuitem', { name: wordsOf('en', 'reader', 'action.share') })).toBeVisible()
  await expect(entry).toHaveCount(0)
  await visitor.goto(`/${itemId}/${pageId}`)
  await more.click()
  await entry.press('Enter')
  const dialog = visitor.getByRole('dialog', { name: en.title })
  const address = `${server.url}/mock-path/${itemId}&path=/orders/%E8%AE%A2%E5%8D%95`
  await expect(dialog.locator('code')).toHaveText(address)
  await expectToFit(visitor)
  await expectAccessibleInBothSchemes(visitor)
  await dialog.getByRole('button', { name: en.copy }).press('Enter')

  await expect.poll(() => visitor.evaluate(() => navigator.clipboard.readText())).toBe(address)
  expect(await (await visitor.request.get(address)).json()).toEqual({ a: 1 })
  await visitor.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await visitor.context().close()
})

test('[GEN-11] English has no entry for a mock', async ({ page, server }) => {
  const { address } = await newWriter(page, server.url, 'mockless-writer')
  await page.goto(address)
  await page.getByRole('button', { name: wordsOf('en', 'editor', 'toolbar.insert'), exact: true }).click()

  await expect(page.getByRole('menuitem').first()).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Mock', exact: true })).toHaveCount(0)
})

test('[MOCK-02] a mock is made from the fields of an API document, with a case that answers otherwise', async ({
  page,
  request,
  server,
}) => {
  await prefer(page, 'zh-cn', 'light')
  const fields = [
    { name: 'code', type: 'int' },
    { name: 'data[].id', type: 'int' },
    { name: 'data[].mail', type: 'string' },
  ]
  const content = JSON.stringify({
    info: { url: '/orders', method: 'get' },
    response: { responseExample: '{"code": 7}', responseParamsDesc: fields },
  })
  const { itemId, address } = await newWriter(page, server.url, 'mock-of-document', { content })
  const dialog = page.getByRole('dialog')
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  await page.goto(address)
  await page.getByRole('button', { name: wordsOf('zh-cn', 'editor', 'toolbar.insert'), exact: true }).click()
  await page.getByRole('menuitem', { name: zhCn.title, exact: true }).click()
  await press(zhCn.example)
  await expect(dialog.getByLabel(zhCn.template, { exact: true })).toHaveValue('{"code": 7}')
  await press(zhCn.fromFields)
  await dialog.getByLabel(zhCn.path, { exact: true }).fill('/orders')

  await dialog.getByText(zhCn.cases, { exact: true }).click()
  await press(zhCn.caseAdd)
  const first = dialog.getByRole('group', { name: zhCn.caseNumber.replace('{{number}}', '1') })
  await first.getByLabel(zhCn.caseName).fill('state')
  await first.getByLabel(zhCn.caseEquals).fill('none')
  await first.getByLabel(zhCn.template).fill('{')
  await press(zhCn.save)
  await expect(first.getByText(zhCn.notJson)).toBeVisible()
  await first.getByLabel(zhCn.template).fill('{"code": 404}')
  await first.getByLabel(zhCn.status).fill('404')
  await expectAccessibleInBothSchemes(page)
  await press(zhCn.save)
  await expect(page.getByText(zhCn.saved, { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectToFit(page)

  const ask = (query: string) => request.get(`/mock-path/${itemId}&path=/orders${query}`)
  const usual = (await (await ask('')).json()) as { readonly code: number; readonly data: readonly object[] }
  expect(usual).toMatchObject({ code: 0, data: [{ id: 1 }, { id: 2 }, { id: 3 }] })
  const other = await ask('?state=none')
  expect([other.status(), await other.json()]).toEqual([404, { code: 404 }])
})

test('[MOCK-02] the address of a private mock is changed after a question that says what ends', async ({
  page,
  request,
  server,
}) => {
  await prefer(page, 'zh-cn', 'light')
  const { itemId, pageId, address, client } = await newWriter(page, server.url, 'mock-private')
  await client.call('item/update', { item_id: itemId, item_name: 'Payments', password: 'a visit password' })
  await client.call('mock/add', { page_id: pageId, path: '/orders', template: '{"a": 1}' })
  await page.goto(address)
  await page.getByRole('button', { name: wordsOf('zh-cn', 'editor', 'toolbar.insert'), exact: true }).click()
  await page.getByRole('menuitem', { name: zhCn.title, exact: true }).click()
  const shown = page.locator('.mock-address code')
  await expect(shown).toContainText('?key=')
  const former = (await shown.textContent()) ?? ''
  expect((await request.get(former)).status()).toBe(200)

  await page.getByRole('button', { name: zhCn.reset, exact: true }).click()
  const question = page.getByRole('dialog', { name: zhCn.resetTitle })
  await expect(question).toContainText(zhCn.resetText)
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(shown).toHaveText(former)
  await page.getByRole('button', { name: zhCn.reset, exact: true }).click()
  await question.getByRole('button', { name: zhCn.reset, exact: true }).click()

  await expect(shown).not.toHaveText(former)
  await expect(shown).toContainText('?key=')
  await expect(question).toHaveCount(0)
  expect((await request.get(former)).status()).toBe(404)
  expect((await request.get((await shown.textContent()) ?? '')).status()).toBe(200)
})
