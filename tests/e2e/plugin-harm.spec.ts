import path from 'node:path'
import { startPreparedServer } from './support/prepared-server.ts'
import { expect, prefer, restClient, shareSession, test } from './support/product.ts'
import { ADMIN, type RunningServer } from './support/running-server.ts'
import { writePlugin } from './support/written-plugin.ts'

const manifest = (id: string): string =>
  JSON.stringify({ id, apiVersion: 2, summary: 'Does harm, in a test.', web: 'web.js' })

/** Fails where no error boundary of its own is left, or sees it. */
const HARM = `import { Button, contribute, defineWebPlugin, Dialog, editorTools, headerLinks, pluginScreen, pluginScreens, showToast } from '/host/v2/sdk.js'
import { useEffect } from '/host/v2/react.js'
import { jsx } from '/host/v2/jsx-runtime.js'

const useBadEnd = () => useEffect(() => () => { throw new Error('the end fails') }, [])
const Ask = ({ onClose }) => {
  useBadEnd()
  return jsx(Dialog, { title: 'Harm', onClose, children: jsx(Button, { onClick: onClose, children: 'Leave it' }) })
}
const Screen = () => {
  useBadEnd()
  return jsx('a', { href: '/item/index', children: 'Harmful screen' })
}
const fail = () => { throw new Error('the click fails') }
export default defineWebPlugin({
  id: 'harm',
  apiVersion: 2,
  messages: { en: { ask: 'Ask', object: 'Tell an object' } },
  contributes: [
    contribute(editorTools, { id: 'ask', title: 'ask', place: 'insert', Dialog: Ask }),
    contribute(editorTools, { id: 'object', title: 'object', place: 'insert', run: () => showToast({ a: 1 }) }),
    contribute(headerLinks, { Component: () => jsx('button', { onClick: fail, children: 'Click' }) }),
    contribute(headerLinks, { Component: () => jsx('button', { onClick: async () => fail(), children: 'Click later' }) }),
    contribute(pluginScreens, pluginScreen('/harm-screen', Screen)),
  ],
})
`
/** Has the name of texts of the product, and texts that cannot be registered in one language. */
const COMMON = `import { defineWebPlugin } from '/host/v2/sdk.js'
const texts = { action: { save: 'HIJACKED', close: 'HIJACKED' }, nav: { myItems: 'HIJACKED' } }
export default defineWebPlugin({ id: 'common', apiVersion: 2, messages: { en: texts, 'zh-cn': texts }, contributes: [] })
`
const CYCLIC = `import { defineWebPlugin } from '/host/v2/sdk.js'
const en = {}
en.me = en
export default defineWebPlugin({ id: 'cyclic', apiVersion: 2, messages: { en, 'zh-cn': en }, contributes: [] })
`

test.describe('plugins that do harm where no error boundary sees it', () => {
  let server: RunningServer
  test.beforeAll(async () => {
    server = await startPreparedServer({
      drop: async (plugins) => {
        for (const [id, web] of Object.entries({ harm: HARM, common: COMMON, cyclic: CYCLIC }))
          await writePlugin(path.join(plugins, id), { 'manifest.json': manifest(id), 'web.js': web })
      },
    })
  })
  test.afterAll(() => server.stop())

  test('cost nobody a word typed, nor the screen around them', async ({ page }) => {
    const client = await restClient(server.url, ADMIN.username, ADMIN.password)
    const { item_id: itemId } = await client.call<{ item_id: number }>('item/add', { item_name: 'Harmed' })
    await prefer(page, 'en', 'light')
    await shareSession(page, client)

    await page.goto(`${server.url}/page/edit/${itemId}/0`)
    await page.locator('.rich-face [contenteditable=true]').click()
    await page.keyboard.type('typed words')
    const choose = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'Insert', exact: true }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await choose('Ask')
    await page.getByRole('button', { name: 'Leave it' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await choose('Tell an object')
    await expect(page.locator('.toasts').getByText('[object Object]')).toBeVisible()
    await expect(page.locator('.rich-face')).toContainText('typed words')
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
  })

  test('are named when a click on them does nothing, and change no text of the product', async ({ page }) => {
    const client = await restClient(server.url, ADMIN.username, ADMIN.password)
    await prefer(page, 'en', 'light')
    await shareSession(page, client)

    await page.goto(`${server.url}/harm-screen`)
    await expect(page.getByText('Harmful screen')).toBeVisible()
    await page.evaluate(() => {
      history.pushState(null, '', '/item/index')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    await expect(page.getByRole('heading', { level: 1, name: 'My items' })).toBeVisible()

    const named = page.locator('.toasts').getByText(/“harm”/)
    const dismiss = async (): Promise<void> => {
      await expect(named).toBeVisible()
      // On a slow machine it has gone by itself before.
      await page
        .locator('.toasts')
        .getByRole('button', { name: 'Close' })
        .click({ timeout: 5_000 })
        .catch(() => {})
      await expect(named).toHaveCount(0)
    }
    // What the screen failed to undo is told too, and one message is not shown twice at once.
    await dismiss()
    for (const name of ['Click', 'Click later']) {
      await page.getByRole('button', { name, exact: true }).click()
      await dismiss()
    }
    await expect(page.getByText('HIJACKED')).toHaveCount(0)
  })
})
