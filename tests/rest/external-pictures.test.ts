import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerPages } from '#server/pages/pages.ts'
import { unbuiltWeb } from '#tests/support/unbuilt-web.ts'
import { site, type Site } from './harness.ts'

let here: Site
let folder: string
let address: string
beforeAll(async () => {
  here = await site({ fresh: true })
  folder = await mkdtemp(path.join(tmpdir(), 'external-pictures-'))
  await mkdir(path.join(folder, 'assets'))
  await registerPages(here.app, here.application, await unbuiltWeb(folder))
  address = `/page/${(await here.world.addPage(await here.world.addItem())).id}`
})
afterAll(async () => {
  await here.close()
  await rm(folder, { recursive: true })
})

/** The sources of pictures in the policy of a document, without those of every document. */
async function sourcesOf(chosen: string): Promise<string> {
  const { headers } = await here.app.inject({ method: 'GET', url: address, headers: { cookie: `pictures=${chosen}` } })
  const policy = String(headers['content-security-policy'])
  return / img-src 'self' data: blob:([^;]*);/.exec(policy)?.[1] ?? policy
}
const write = async (values: object) =>
  (await here.browserOf(here.world.admin)).postJson('settings/write', { section: 'pictures', values })

describe('pictures of other sites', () => {
  it('may come from the hosts that this browser chose, and from no other', async () => {
    expect(await sourcesOf('')).toBe('')
    expect(await sourcesOf('img.example.com/cdn.example.com:8080')).toBe(' img.example.com cdn.example.com:8080')
  })

  it('get nothing else into the policy by a cookie that somebody made up', async () => {
    expect(await sourcesOf(encodeURIComponent("a.example; script-src 'unsafe-inline'/*/https:/b.example"))).toBe(
      ' b.example',
    )
    expect(
      (await sourcesOf(Array.from({ length: 300 }, (_, at) => `h${at}.example`).join('/'))).split(' '),
    ).toHaveLength(51)
  })

  it('come from the hosts an administrator listed, and from what readers chose only where they may choose', async () => {
    expect((await write({ shownHosts: '*.Example.org\ncdn.example.net' })).error_code).toBe(0)
    expect(await sourcesOf('own.example')).toBe(' *.example.org cdn.example.net own.example')

    expect((await write({ otherHosts: 'linked' })).error_code).toBe(0)
    expect(await sourcesOf('own.example')).toBe(' *.example.org cdn.example.net')

    expect((await write({ otherHosts: 'shown' })).error_code).toBe(0)
    expect(await sourcesOf('own.example')).toBe(' http: https:')
  })

  it('are not opened by an address instead of a host', async () => {
    expect((await write({ shownHosts: 'https://img.example.com/' })).error_code).not.toBe(0)
  })
})
