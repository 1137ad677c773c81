import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import en from '../../plugins/try-it/locales/en.json' with { type: 'json' }
import zhCn from '../../plugins/try-it/locales/zh-cn.json' with { type: 'json' }
import { languageTest } from './support/language-test.ts'
import { expect, expectAccessibleInBothSchemes, expectToFit, prefer, test } from './support/product.ts'
import { startServer } from './support/running-server.ts'
import { wordsOf } from './support/words.ts'
import { newWriter } from './support/writer.ts'

const TEXTS = { en, 'zh-cn': zhCn }

interface Heard {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A server of somebody else. @param answer what it says to everything but questions of browsers whether they may ask */
async function otherServer(answer: (request: IncomingMessage, response: ServerResponse) => void, mayBeRead = true) {
  const heard: Heard[] = []
  const server = createServer((request, response) => {
    if (mayBeRead)
      response.setHeaders(
        new Map([
          ['access-control-allow-origin', '*'],
          ['access-control-allow-headers', '*, authorization'],
          ['access-control-allow-methods', '*'],
          ['access-control-expose-headers', 'x-seen'],
        ]),
      )
    if (request.method === 'OPTIONS') {
      response.end()
      return
    }
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    request.on('end', () => {
      heard.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
      answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const end = () => {
    server.closeAllConnections()
    server.close()
  }
  return { heard, host, url: `http://${host}`, end }
}

const documentAt = (url: string, request: object = {}) => JSON.stringify({ info: { url, method: 'post' }, request })

languageTest('[EDIT-21] a call is made, and its answer becomes the example', async (language, page, server) => {
  const texts = TEXTS[language]
  const api = await otherServer((_, response) =>
    response.writeHead(201, { 'content-type': 'application/json', 'x-seen': 'yes' }).end('{"id":7,"name":"Rex"}'),
  )
  const writer = await newWriter(page, server.url, `tryer-${language}`, {
    content: documentAt(`${api.url}/pets/{kind}`, {
      pathVariable: [{ name: 'kind', require: '1', value: 'dog' }],
      query: [{ name: 'dry', value: '1' }],
      headers: [{ name: 'X-Trace', value: 't' }],
      params: { mode: 'json', json: '{"name":"Rex"}' },
    }),
  })
  await prefer(page, language, 'light')
  await page.goto(writer.view)
  await page.getByRole('button', { name: wordsOf(language, 'reader', 'action.more'), exact: true }).click()
  await page.getByRole('menuitem', { name: texts.action }).click()
  await expect(page.getByRole('heading', { level: 1, name: texts.title })).toBeVisible()
  const answer = page.getByRole('region', { name: texts.answer })
  await expect(answer).toContainText(texts['answer.none'])
  await page.getByRole('textbox', { name: 'kind' }).fill('cat/s')
  await page.getByLabel(texts.auth, { exact: true }).selectOption('bearer')
  await page.getByLabel(texts['auth.token'], { exact: true }).fill('sesame')
  await page.getByRole('button', { name: texts.send, exact: true }).click()

  await expect(answer.getByText('201 Created')).toBeVisible()
  await expect(answer).toContainText('"name": "Rex"')
  await answer.locator('summary').click()
  await expect(answer).toContainText('x-seen')
  const [heard] = api.heard
  expect(heard).toMatchObject({ method: 'POST', url: '/pets/cat%2Fs?dry=1', body: '{"name":"Rex"}' })
  expect(heard?.headers).toMatchObject({ origin: 'null', authorization: 'Bearer sesame', 'x-trace': 't' })
  expect(heard?.headers).not.toHaveProperty('cookie')
  expect(heard?.headers).not.toHaveProperty('referer')
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectToFit(page)

  await answer.getByRole('button', { name: texts.keep, exact: true }).click()
  await expect(page.getByText(texts.kept)).toBeVisible()
  const { page_content: content } = await writer.client.call<{ page_content: string }>('page/info', {
    page_id: writer.pageId,
  })
  expect(JSON.parse(content)).toMatchObject({ response: { responseExample: '{"id":7,"name":"Rex"}' } })
  api.end()
})

languageTest('values of an environment go to no host before somebody agrees', async (language, page, server) => {
  const texts = TEXTS[language]
  const api = await otherServer((_, response) => response.end('seen'))
  const writer = await newWriter(page, server.url, `agreer-${language}`, {
    content: documentAt(`${api.url}/steal`, { headers: [{ name: 'X-Key', value: '{{token}}' }] }),
  })
  await prefer(page, language, 'light')
  await page.goto(`/try-it/${writer.pageId}`)
  const send = page.getByRole('button', { name: texts.send, exact: true })
  await send.first().click()
  await expect(page.getByText(texts.variablesProblem.replace('{{names}}', 'token'))).toBeVisible()
  await page.getByRole('button', { name: texts['environment.add'] }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(texts['environment.name'], { exact: true }).fill('Staging')
  await dialog.getByLabel(texts['environment.variables'], { exact: true }).fill('token=sesame')
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('button', { name: texts['environment.save'], exact: true }).click()
  await expect(page.getByLabel(texts.environment, { exact: true })).toHaveValue('Staging')

  await send.first().click()
  await expect(dialog).toContainText(api.host)
  expect(api.heard).toEqual([])
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('button', { name: texts['consent.action'], exact: true }).click()
  await expect(page.getByText('200 OK')).toBeVisible()
  expect(api.heard[0]?.headers['x-key']).toBe('sesame')

  await page.reload()
  // The one chosen last for this item.
  await expect(page.getByLabel(texts.environment, { exact: true })).toHaveValue('Staging')
  await send.click()
  await expect(page.getByText('200 OK')).toBeVisible()
  expect(api.heard).toHaveLength(2)
  api.end()
})

test('an answer is text whatever it says, and nobody else can put one in its place', async ({ page, server }) => {
  const waiting: ServerResponse[] = []
  const api = await otherServer((_, response) => waiting.push(response))
  const writer = await newWriter(page, server.url, 'hostile-answer', { content: documentAt(`${api.url}/late`) })
  await prefer(page, 'en', 'light')
  await page.goto(`/try-it/${writer.pageId}`)
  await page.getByRole('button', { name: en.send, exact: true }).click()
  await expect.poll(() => waiting.length).toBe(1)

  await page.evaluate(() => {
    const body = new TextEncoder().encode('forged').buffer
    const forged = { status: 200, statusText: 'Forged', headers: [], body, isCut: false, ms: 1 }
    window.postMessage(forged, '*')
    for (const frame of document.querySelectorAll('iframe')) {
      const { port1, port2 } = new MessageChannel()
      port1.postMessage(forged)
      frame.contentWindow?.postMessage(forged, '*', [port2])
    }
  })
  const frame = page.frames().find((each) => each.url().includes('/try-frame/'))
  const seen = await frame?.evaluate(() => {
    const reads = [() => document.cookie, () => localStorage.length, () => parent.document.title]
    return reads.map((read) => {
      try {
        return String(read())
      } catch (error) {
        return (error as Error).name
      }
    })
  })
  expect(seen).toEqual(['SecurityError', 'SecurityError', 'SecurityError'])
  await expect(page.getByText(en.sending)).toBeVisible()

  waiting[0]?.setHeader('content-type', 'text/html')
  waiting[0]?.end('<h1 id="run">Big</h1><script>parent.ran = true</script><img src=x onerror="window.ran = true">')
  await expect(page.getByText('200 OK')).toBeVisible()
  await expect(page.getByRole('region', { name: en.answer })).toContainText('<h1 id="run">Big</h1>')
  await expect(page.locator('#run')).toHaveCount(0)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  await expect(page.locator('iframe')).toHaveCount(0)
  api.end()
})

test('a server that lets no page of others read it is told of in words', async ({ page, server }) => {
  const api = await otherServer((_, response) => response.end('secret'), false)
  const writer = await newWriter(page, server.url, 'unreadable-answer', { content: documentAt(`${api.url}/x`) })
  await prefer(page, 'en', 'light')
  await page.goto(`/try-it/${writer.pageId}`)
  await page.getByRole('button', { name: en.send, exact: true }).click()

  await expect(page.getByRole('alert').filter({ hasText: en['answer.silent'] })).toBeVisible()
  await expect(page.getByText('secret')).toHaveCount(0)
  api.end()
})

languageTest(
  'what the browser cannot read is sent through the server where its operator says so',
  async (language, page) => {
    const texts = TEXTS[language]
    const api = await otherServer(
      (_, response) => response.writeHead(302, { location: '/else' }).end('<b>seen</b>'),
      false,
    )
    const own = await startServer({ environment: { RELAY_HOSTS: `${api.host}=127.0.0.1` } })
    try {
      const headers = [{ name: 'X-Key', value: 'sesame' }]
      const content = documentAt(`${api.url}/x`, { headers, params: { mode: 'json', json: '{"a":1}' } })
      const writer = await newWriter(page, own.url, `relayed-${language}`, { content })
      await prefer(page, language, 'light')
      await page.goto(`${own.url}/try-it/${writer.pageId}`)
      const answer = page.getByRole('region', { name: texts.answer })
      const through = answer.getByRole('button', { name: texts['relay.action'], exact: true })
      await page.getByRole('button', { name: texts.send, exact: true }).click()
      await expect(answer.getByRole('alert')).toHaveText(texts['answer.silent'])
      await expect(answer).toContainText(texts['relay.text'].replace('{{host}}', api.host))
      const before = api.heard.length
      await expectAccessibleInBothSchemes(page)
      await through.click()

      await expect(answer.getByText('302 Found')).toBeVisible()
      await expect(answer).toContainText('<b>seen</b>')
      await expect(through).toHaveCount(0)
      expect(api.heard).toHaveLength(before + 1)
      const heard = api.heard.at(-1)
      expect(heard).toMatchObject({ method: 'POST', url: '/x', body: '{"a":1}', headers: { 'x-key': 'sesame' } })
      for (const name of ['cookie', 'origin', 'referer', 'authorization', 'user-agent'])
        expect(heard?.headers).not.toHaveProperty(name)
    } finally {
      await own.stop()
      api.end()
    }
  },
)

test('values go no further than the host that was called', async ({ page, server }) => {
  const elsewhere = await otherServer((_, response) => response.end('taken'))
  const api = await otherServer((_, response) => response.writeHead(307, { location: `${elsewhere.url}/taken` }).end())
  const content = documentAt(`${api.url}/x`, { headers: [{ name: 'X-Key', value: 'sesame' }] })
  const writer = await newWriter(page, server.url, 'redirected-tryer', { content })
  await prefer(page, 'en', 'light')
  await page.goto(`/try-it/${writer.pageId}`)
  await page.getByRole('button', { name: en.send, exact: true }).click()

  await expect(page.getByRole('alert').filter({ hasText: en['answer.redirect'] })).toBeVisible()
  expect(api.heard).toHaveLength(1)
  expect(elsewhere.heard).toEqual([])
  api.end()
  elsewhere.end()
})

test('[EDIT-21] [GEN-11] the editor of a document leads there, in Chinese alone', async ({ page, server }) => {
  const content = documentAt('https://api.example.org/x')
  const writer = await newWriter(page, server.url, 'editing-tryer', { content })
  await prefer(page, 'zh-cn', 'light')
  await page.goto(writer.address)
  await page.getByRole('button', { name: wordsOf('zh-cn', 'editor', 'toolbar.insert'), exact: true }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('menuitem', { name: zhCn.tool, exact: true }).click()
  await expect(await opened).toHaveURL(new RegExp(`/try-it/${writer.pageId}$`))

  await prefer(page, 'en', 'light')
  await page.goto(writer.address)
  await expect(page.getByRole('textbox', { name: wordsOf('en', 'editor', 'title.label') })).toBeVisible()
  await expect(page.getByText(en.tool)).toHaveCount(0)
})

test('readers are offered calls where the item says so', async ({ page, server }) => {
  const writer = await newWriter(page, server.url, 'reading-tryer', {
    content: documentAt('https://api.example.org/x'),
  })
  await prefer(page, 'en', 'light')
  await page.goto(`/item/setting/${writer.itemId}/try-it-readers`)
  await expectAccessibleInBothSchemes(page)
  await page.getByLabel(en.readers, { exact: true }).click()
  await expect(page.getByText(en['readers.saved'])).toBeVisible()
  await expect(page.getByLabel(en.readers, { exact: true })).toBeChecked()

  await page.context().clearCookies()
  await prefer(page, 'en', 'light')
  await page.goto(`/try-it/${writer.pageId}`)
  await expect(page.getByRole('button', { name: en.send, exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: en['environment.add'] })).toHaveCount(0)
})
