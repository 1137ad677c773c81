import { expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { plugWorld } from '#tests/support/plug-world.ts'
import plugin from './plugin.ts'

const content = JSON.stringify({
  info: { url: '/v2/orders', method: 'get', apiStatus: '3', description: 'Lists <script>alert(1)</script> orders' },
  request: { query: [{ name: 'page', require: '1', type: 'int', value: '1', remark: '<img src=x onerror=alert(1)>' }] },
})
const globalParams = { query: [{ name: 'lang', value: 'zh' }], body: [], header: [{ name: 'X-App', value: 'shop' }] }

it('[GEN-14] [DOC-05] [DOC-08] is shown to readers as tables, with the common parameters of the item, and no script runs', async () => {
  const { addItem, addPage, reader } = await plugWorld(plugin)
  const page = await addPage(await addItem({ globalParams }), { content })

  const { html, kind } = await reader.do(coreOperations.page.view, { pageId: page.id })

  expect(kind).toBe('api-document')
  for (const shown of ['<code>/v2/orders</code>', '<code>page</code>', '<code>X-App</code>', '<code>lang</code>'])
    expect(html).toContain(shown)
  expect(html).not.toMatch(/<script|<img|<[^>]+onerror/)
})

it('reveals nothing of the item to people who only have the link of the page', async () => {
  const { addItem, addPage, editor, visitor } = await plugWorld(plugin)
  const page = await addPage(await addItem({ globalParams, visitPassword: 'secret' }), { content })
  const { uniqueKey } = await editor.do(coreOperations.page.share, { pageId: page.id, isShared: true })

  const { html } = await visitor.do(coreOperations.page.viewByKey, { uniqueKey })

  expect(html).toContain('/v2/orders')
  expect(html).not.toContain('X-App')
})

it('[VIEW-05] [PERM-08] is the kind of pages in items for programs, where nobody writes by hand', async () => {
  const { addItem, addPage, owner } = await plugWorld(plugin)
  const item = await addItem({ type: 'runapi' })
  const page = await addPage(item, { content: '{"info":{"url":"/cut","method":"po' })

  const { html, kind } = await owner.do(coreOperations.page.view, { pageId: page.id })
  const info = await owner.do(coreOperations.item.info, { itemId: item.id })

  expect([kind, info.canEdit]).toEqual(['api-document', false])
  expect(html).toContain('<strong>PO</strong> <code>/cut</code>')
  const saved = { pageId: page.id, pageTitle: 'A', pageContent: content }
  expect(await outcomeOf(owner.do(coreOperations.page.save, saved))).toBe('notAllowed')
})

it('[DOC-06] leaves a page of markdown unchanged', async () => {
  const { addItem, addPage, reader } = await plugWorld(plugin)
  const page = await addPage(await addItem(), { content: '# Orders\n\n```json\n{"info":{"url":"/a"}}\n```' })

  expect((await reader.do(coreOperations.page.view, { pageId: page.id })).kind).toBe('markdown')
})

it('reports the changes between two states in the language of the caller, and which of them are breaking', async () => {
  const { addItem, addPage, editor, reader } = await plugWorld(plugin)
  const page = await addPage(await addItem(), { content })
  const pageContent = JSON.stringify({ info: { url: '/v3/orders', method: 'get', apiStatus: '3' } })
  await editor.do(coreOperations.page.save, { pageId: page.id, pageTitle: page.title, pageContent })
  const [version] = await editor.do(coreOperations.page.history, { pageId: page.id })
  const compared = { pageId: page.id, versionId: version?.versionId ?? 0 }

  const inEnglish = await reader.do(coreOperations.page.compare, compared)
  reader.session.language = 'zh-cn'
  const inChinese = await reader.do(coreOperations.page.compare, compared)

  expect(inEnglish.changes).toEqual([
    { text: 'The address changed: /v2/orders → /v3/orders.', isBreaking: true },
    { text: 'Query parameter page was removed.', isBreaking: true },
    { text: 'Descriptions or examples changed.', isBreaking: false },
  ])
  expect(inChinese.changes.map(({ text }) => text)).toContain('请求地址已改变：/v2/orders → /v3/orders。')
})
