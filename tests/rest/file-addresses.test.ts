import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { site, type Browser, type Site, type UploadedFile } from './harness.ts'
import { dataOf } from './replies.ts'

let here: Site
let editor: Browser
beforeAll(async () => {
  here = await site()
  editor = await here.browserOf(here.world.editor)
})
afterAll(() => here.close())

describe('the address of a file in a reply (D79)', () => {
  const own = 'https://docs.example.org'
  const sizes = [1, 1_049, 700_000]
  const upload = (browser: Browser, pageId: number, bytes = 8) =>
    browser.upload('page/upload', { name: 'a.txt', content: new Uint8Array(bytes) }, { page_id: pageId })
  /** The addresses of all replies that have one. */
  async function addresses(browser: Browser, pageId: number): Promise<readonly string[]> {
    const sent = await upload(browser, pageId)
    const image = await browser.upload('page/uploadImg', { ...PICTURE })
    const listed = await Promise.all([
      dataOf(browser, 'page/uploadList', { page_id: pageId }),
      dataOf(browser, 'attachment/getMyList').then(({ list }) => list),
      dataOf(await here.browserOf(here.world.admin), 'attachment/getAllList').then(({ list }) => list),
    ])
    const urls = listed.flat().map(({ url }: { url: string }) => url)
    return [sent.url, sent.data.url, image.url, image.data.url, ...urls]
  }

  it('is whole, at the host that was asked', async () => {
    const page = await here.world.addPage(await here.world.addItem())

    const found = await addresses(editor, page.id)

    expect(found.length).toBeGreaterThan(6)
    for (const url of found) expect(url).toMatch(/^http:\/\/localhost\/attachment\/[\w-]{32}$/)
    const { pathname } = new URL(found[0] ?? '')
    const elsewhere = await editor.request({
      ...{ method: 'POST', url: '/api/page/uploadList', payload: { page_id: page.id } },
      headers: { host: 'docs.lan:8080' },
    })
    expect(elsewhere.json()).toMatchObject({ data: [{ url: `http://docs.lan:8080${pathname}` }] })
  })

  it('is whole at PUBLIC_URL when that is set', async () => {
    const published = await site({ environment: { PUBLIC_URL: `${own}/` } })
    const browser = await published.browserOf(published.world.editor)

    const { url, data } = await upload(browser, (await published.world.addPage(await published.world.addItem())).id)

    expect([url.startsWith(`${own}/attachment/`), data.url]).toEqual([true, url])
    await published.close()
  })

  it('stands with the key in the text of a shared page, so that its pictures show', async () => {
    const page = await here.world.addPage(await here.world.addItem({ visitPassword: 'sesame' }))
    const { url } = await editor.upload('page/uploadImg', { ...PICTURE })
    const path = new URL(url).pathname
    const text = (first: string, second: string): string =>
      `![one](${first}) ![two](${second}) <https://evil.example${path}>`
    await dataOf(editor, 'page/save', { page_id: page.id, page_title: 'Shots', page_content: text(path, url) })
    const { unique_key: key } = await dataOf(editor, 'page/createSinglePage', {
      page_id: page.id,
      isCreateSiglePage: 1,
    })
    const visitor = here.browser()

    const { page_content } = await dataOf(visitor, 'page/infoByKey', { unique_key: key })

    const fetched = `${url}?key=${key}`
    expect(page_content).toBe(text(fetched, fetched))
    expect((await visitor.get(fetched)).headers['content-type']).toBe('image/gif')
    expect((await visitor.get(url)).statusCode).toBe(404)
    // What is sent back by a save stays as it was typed.
    expect((await dataOf(editor, 'page/info', { page_id: page.id })).page_content).toBe(text(path, url))
    const { html } = await dataOf(visitor, 'page/viewByKey', { unique_key: key })
    expect(html.match(/src="[^"]+"/g)).toEqual(Array(2).fill(`src="${path}?key=${key}"`))
  })

  it('shows the picture to readers who have it from a text of another client', async () => {
    const page = await here.world.addPage(await here.world.addItem())
    const { url } = await editor.upload('page/uploadImg', { ...PICTURE })
    const content = `![a "b" & <i>](${url}) ![](${url}) <img src="${url}" alt="c"> [d](${url}) ![e](https://evil.example/e.png)`
    await dataOf(editor, 'page/save', { page_id: page.id, page_title: 'Shots', page_content: content })

    const { html } = await dataOf(editor, 'page/view', { page_id: page.id })

    const path = new URL(url).pathname
    const image = (alt: string): string => `<img src="${path}" alt="${alt}" loading="lazy" />`
    expect(html).toContain(`${image('a &quot;b&quot; &amp; &lt;i&gt;')} ${image('')} ${image('c')} <a href="${url}"`)
    expect(html).toContain('<a class="external-image" href="https://evil.example/e.png"')
  })

  it('comes with a size of three digits', async () => {
    const page = await here.world.addPage(await here.world.addItem())
    for (const bytes of sizes) await upload(editor, page.id, bytes)

    const listed = await dataOf(editor, 'page/uploadList', { page_id: page.id })

    const found = listed.map(({ file_size_m: size }: { file_size_m: number }) => size)
    expect(found.toSorted()).toEqual([0.001, 0.002, 0.668])
  })

  it('can be read by a form of old in a frame of the site, also when the picture is refused', async () => {
    const policyOf = async (file: UploadedFile, path = '/api/page/uploadImg'): Promise<string> => {
      const form = new FormData()
      form.append('editormd-image-file', new Blob([file.content]), file.name)
      const encoded = new Response(form)
      const reply = await editor.request({
        ...{ method: 'POST', url: path, payload: Buffer.from(await encoded.arrayBuffer()) },
        headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      })
      return String(reply.headers['content-security-policy'])
    }

    for (const file of [PICTURE, { ...PICTURE, content: 'no picture' }]) {
      const policy = await policyOf(file)
      expect(policy).toContain("frame-ancestors 'self'")
      expect(policy).not.toContain("frame-ancestors 'none'")
    }
    expect(await policyOf(PICTURE, '/api/user/info')).toContain("frame-ancestors 'none'")
  })
})

const PICTURE: UploadedFile = {
  name: 'shot.gif',
  content: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  field: 'editormd-image-file',
}
