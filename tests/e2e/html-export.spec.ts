import { createServer, type Server } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import yauzl from 'yauzl'
import { WORDS } from '../../plugins/html-export/words.ts'
import { expect, expectAccessible, expectToFit, test } from './support/product.ts'
import { newWriter } from './support/writer.ts'

const HOSTILE = [
  '</script><script>document.title = "taken"</script>',
  ']]>',
  '<img src=x onerror=\'document.title = "taken"\'>',
  '![x](https://elsewhere.invalid/x.png)',
  '![x](/nowhere.png)',
  // Takes in all that follows.
  '<!-- <script>',
]
const CONTENT = `## 概述 Overview

### Formula

$E = mc^2$

### Flow

\`\`\`mermaid
%%{init: {"securityLevel": "loose"}}%%
graph TD; A[开始]-->B[End]
\`\`\`

\`\`\`ts
const order = 1
\`\`\`

${HOSTILE.join('\n\n')}
`

/** Everything that a browser asks for and complains about. */
function watched(page: Page) {
  const asked: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  return { asked, complaints }
}

test('one HTML file is read, searched and printed without a network, in both languages and colours', async ({
  browser,
  page,
  server,
}) => {
  const { client, itemId, pageId } = await newWriter(page, server.url, 'html-exporter', {
    title: HOSTILE[0],
    content: CONTENT,
  })
  await client.call('page/save', {
    ...{ item_id: itemId, page_id: 0, page_title: '登录 Log in' },
    page_content: `See [first](/${itemId}/${pageId}#formula).`,
  })
  const options = { watermark: '张三', expiresOn: '2020-01-31' }
  const reply = await page.request.post(`${server.url}/api/export/file`, {
    data: { format: 'html', item_id: itemId, options },
  })
  expect(reply.status()).toBe(200)
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-html-'))
  const file = path.join(folder, 'export.html')
  await writeFile(file, await reply.body())
  try {
    for (const [language, colorScheme, width] of [
      ['en', 'light', 1440],
      ['zh-cn', 'dark', 1440],
      ['zh-cn', 'light', 390],
      ['en', 'dark', 390],
    ] as const) {
      const words = WORDS[language]
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
      await context.setOffline(true)
      const reader = await context.newPage()
      const { asked, complaints } = watched(reader)
      await reader.goto(`file://${file}`)
      const shown = await reader.evaluate(() => document.documentElement.lang)
      if (shown !== language) await reader.locator('#language').click()
      await expect(reader.locator('.mermaid[data-drawn=true] svg')).toHaveCount(1)
      await expect(reader.locator('.katex').first()).toBeVisible()
      await expect(reader).toHaveTitle(`${HOSTILE[0]} – Payments`)
      await expect(reader.locator('#expiry')).toHaveClass(/is-expired/)
      await expect(reader.locator('.watermark')).toBeVisible()
      await expectToFit(reader)
      await expectAccessible(reader)

      await reader.getByRole('searchbox', { name: words.search }).fill('first')
      await reader.locator('#results a').first().press('Enter')
      await expect(reader.locator('.page.is-shown')).toHaveAttribute('data-title', '登录 Log in')
      await expect(reader.locator('.page.is-shown')).toHaveCSS('margin-top', '0px')
      await expect(reader.locator('.page.is-shown')).toHaveCount(1)
      await reader.getByRole('link', { name: 'first' }).click()
      await expect(reader.locator(`#p${pageId}-user-content-formula`)).toBeInViewport()
      await reader.emulateMedia({ media: 'print' })
      for (const each of await reader.locator('.page').all()) await expect(each).toBeVisible()

      expect(asked.map((address) => address.slice(0, 5)).filter((start) => start !== 'data:')).toEqual(['file:'])
      expect(complaints).toEqual([])
      await context.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** Gives the entries of a zip by their paths, as any web server would. */
async function serverOf(zip: Buffer): Promise<Server> {
  const entries = new Map<string, Buffer>()
  const opened = await yauzl.fromBufferPromise(zip)
  for await (const entry of opened.eachEntry())
    entries.set(`/${entry.fileName}`, await buffer(await opened.openReadStreamPromise(entry)))
  const types: Readonly<Record<string, string>> = {
    ...{ '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.json': 'application/json' },
  }
  const server = createServer(({ url = '' }, response) => {
    const entry = entries.get(url)
    response.writeHead(entry ? 200 : 404, { 'content-type': types[path.extname(url)] ?? 'application/octet-stream' })
    response.end(entry)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

test('pages for a web server show tree, search, formulas and diagrams from there alone', async ({
  browser,
  page,
  server,
}) => {
  const { client, itemId } = await newWriter(page, server.url, 'folder-exporter', { title: 'First', content: CONTENT })
  await client.call('page/save', { item_id: itemId, page_id: 0, page_title: 'Second', page_content: '订单号' })
  const reply = await page.request.get(`${server.url}/api/export/file?format=html-folder&item_id=${itemId}`)
  const files = await serverOf(await reply.body())
  const origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
  const context = await browser.newContext()
  try {
    const reader = await context.newPage()
    const { asked, complaints } = watched(reader)
    await reader.goto(`${origin}/index.html`)
    await reader.getByRole('link', { name: 'First' }).click()
    await expect(reader.locator('.mermaid[data-drawn=true] svg')).toHaveCount(1)
    await expect(reader.locator('.katex').first()).toBeVisible()
    await expect(reader.locator('#menu [aria-current=page]')).toHaveText('First')
    await reader.locator('#search').fill('订单')
    await reader.locator('#results a').first().click()

    await expect(reader.locator('.page-title')).toHaveText('Second')
    expect(asked.filter((address) => !address.startsWith(origin) && !address.startsWith('data:'))).toEqual([])
    expect(complaints).toEqual([])
  } finally {
    await context.close()
    files.close()
  }
})
