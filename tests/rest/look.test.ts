import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { JSDOM } from 'jsdom'
import { afterEach, describe, expect, it } from 'vitest'
import { letterJobs } from '#core/account/letter-jobs.ts'
import type { OpenDatabase } from '#adapters/database/open.ts'
import { registerPages } from '#server/pages/pages.ts'
import { mailSink } from '#tests/support/mail/mail-sink.ts'
import { PNG } from '#tests/support/sample-files.ts'
import { unbuiltWeb } from '#tests/support/unbuilt-web.ts'
import { site, type Browser } from './harness.ts'

const opened: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close()
})

async function scene(startSettings: { variable: string; value: string; isSecret: boolean }[] = []) {
  const here = await site({ fresh: true, startSettings })
  const folder = await mkdtemp(path.join(tmpdir(), 'look-'))
  await mkdir(path.join(folder, 'assets'))
  await registerPages(here.app, here.application, await unbuiltWeb(folder))
  opened.push(here, { close: () => rm(folder, { recursive: true }) })
  const admin = await here.browserOf(here.world.admin)
  const write = (values: object) => admin.postJson('settings/write', { section: 'look', values })
  const put = (bytes: Uint8Array<ArrayBuffer>, name = 'logo.png') =>
    admin.upload('site/putLogo', { name, content: bytes })
  return { here, admin, write, put }
}
async function documentAt(browser: Browser, address: string) {
  const { body } = await browser.get(address)
  const { document } = new JSDOM(body).window
  return {
    document,
    boot: JSON.parse(document.getElementById('boot')?.textContent ?? '{}') as Record<string, unknown>,
  }
}
const SVG = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

describe('the name of the site', () => {
  it('stands in titles, in previews, in the bar of a page and in the start of every screen', async () => {
    const { here, write } = await scene()
    const page = await here.world.addPage(await here.world.addItem(), { title: 'Refunds' })
    const visitor = here.browser()
    expect((await documentAt(visitor, `/page/${page.id}`)).document.title).toBe('Refunds · Octavo')

    expect((await write({ siteName: 'Docs & <more>', helpUrl: 'https://help.example.org/' })).error_code).toBe(0)

    const { document, boot } = await documentAt(visitor, `/page/${page.id}`)
    expect(document.title).toBe('Refunds · Docs & <more>')
    expect(document.querySelector('meta[property="og:site_name"]')?.getAttribute('content')).toBe('Docs & <more>')
    expect(document.querySelector('.brand')?.textContent).toBe('Docs & <more>')
    expect(boot['site']).toEqual({
      name: 'Docs & <more>',
      logo: '',
      help: 'https://help.example.org/',
      feedback: '',
      pictures: { areAll: false, hosts: [], canChoose: true },
    })
    expect((await documentAt(visitor, '/user/login')).document.title).toBe('Docs & <more>')
  })

  it('is what letters are called after, and who sends them', async () => {
    const { here, admin, write } = await scene()
    const sink = await mailSink()
    opened.push(sink)
    const mail = { host: '127.0.0.1', port: sink.port, encryption: 'none' }
    await admin.postJson('settings/write', { section: 'mail', values: mail })
    await admin.postJson('adminSetting/saveConfig', { site_url: 'https://docs.example.org' })
    await write({ siteName: 'Handbuch' })

    await admin.post('invitation/add', { email: 'mei@example.org' })
    const { database, services } = here.world.product
    for (const { name, payload } of await (database as OpenDatabase).jobTable.claim(new Date(), 1_000, 1_000))
      await letterJobs[name]?.({ store: database, services }, payload)

    const letter = JSON.stringify(sink.letters)
    expect(letter).toContain('Handbuch')
    expect(letter).not.toContain('Octavo')
  })
})

describe('what is wrong', () => {
  it('is told at the field', async () => {
    const { write } = await scene()

    expect(await write({ helpUrl: 'javascript:alert(1)' })).toMatchObject({
      error_code: 10101,
      data: { field: 'help_url' },
    })
    expect(await write({ siteName: 'x'.repeat(61) })).toMatchObject({ error_code: 10101, data: { field: 'site_name' } })
    expect(await write({ defaultColors: 'green' })).toMatchObject({
      error_code: 10101,
      data: { field: 'default_colors' },
    })
  })

  it('cannot be what the environment has decided, which is shown', async () => {
    const { admin, write } = await scene([{ variable: 'LANGUAGE', value: 'en', isSecret: false }])

    expect(await write({ defaultLanguage: 'zh-cn' })).toMatchObject({
      error_code: 10101,
      data: { field: 'default_language' },
    })
    const { sections } = (await admin.post('settings/read')).data as {
      sections: { id: string; fields: { name: string; value: unknown; set_by?: string }[] }[]
    }
    const fields = sections.find(({ id }) => id === 'look')?.fields ?? []
    expect(fields.find(({ name }) => name === 'defaultLanguage')).toMatchObject({ value: 'en', set_by: 'LANGUAGE' })
  })
})

describe('the logo', () => {
  it('is a picture by its bytes, sent as what it is and as nothing a browser could run', async () => {
    const { here, admin, put } = await scene()
    expect((await put(PNG, 'logo.svg')).error_code).toBe(0)

    const { logo } = (await admin.post('site/look')).data as { logo: string }
    const { statusCode, headers, rawPayload } = await here.browser().get(logo)

    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
    expect(headers['content-security-policy']).toContain('sandbox')
    expect(new Uint8Array(rawPayload)).toEqual(PNG)
    expect((await documentAt(here.browser(), '/')).boot['site']).toMatchObject({ logo })
    const { list } = (await admin.post('audit/getList', { count: 1 })).data
    expect(list).toMatchObject([{ action: 'settings.changed', object_type: 'settings', object_id: 'look' }])

    await admin.post('site/removeLogo')
    expect((await here.browser().post('site/logo')).error_code).toBe(10101)
  })

  it('is no drawing, no file too large, and nobody else’s to choose', async () => {
    const { here, put } = await scene()

    expect((await put(SVG)).error_code).toBe(10441)
    expect((await put(new Uint8Array(200 * 1024))).error_code).toBe(10440)
    const owner = await here.browserOf(here.world.owner)
    expect((await owner.upload('site/putLogo', { name: 'a.png', content: PNG })).error_code).toBe(10103)
  })
})

describe('default language and colours', () => {
  it('are for those who have chosen nothing and whose browser asks for none of ours', async () => {
    const { here, write } = await scene()
    await write({ defaultLanguage: 'en', defaultColors: 'dark' })

    const { document, boot } = await documentAt(here.browser(), '/user/login')

    expect(document.documentElement.getAttribute('data-scheme')).toBe('dark')
    expect(boot['language']).toBe('en')
    const chosen = here.browser()
    chosen.cookies.set('scheme', 'system')
    chosen.cookies.set('language', 'zh-cn')
    const own = await documentAt(chosen, '/user/login')
    expect(own.document.documentElement.hasAttribute('data-scheme')).toBe(false)
    expect(own.boot['language']).toBe('zh-cn')
  })
})
