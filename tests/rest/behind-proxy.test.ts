import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN } from '#tests/e2e/support/running-server.ts'
import type { Answer, BehindProxy, ProxiedSite } from '#tests/support/behind-proxy.ts'
import { behindCaddy, hasCaddy } from '#tests/support/caddy.ts'
import { behindNginx, hasNginx } from '#tests/support/nginx.ts'

interface Reply {
  readonly error_code: number
  readonly data: Record<string, unknown>
}
const replyIn = ({ text }: Answer): Reply => JSON.parse(text) as Reply

async function loggedIn(site: BehindProxy): Promise<string> {
  return String(replyIn(await site.post('user/login', { ...ADMIN })).data['user_token'])
}

/** An item with a page that shows a file. */
async function written(site: BehindProxy, user_token: string) {
  const item = replyIn(await site.post('item/add', { user_token, item_type: '1', item_name: 'N' }))
  const item_id = String(item.data['item_id'])
  const page = { user_token, item_id, page_title: 'P' }
  const page_id = String(replyIn(await site.post('page/save', { ...page, page_content: 'words' })).data['page_id'])
  return { item_id, page_id }
}

async function sent(site: BehindProxy, fields: Readonly<Record<string, string>>, bytes: number): Promise<Reply> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new File([new Uint8Array(bytes)], 'large.bin'))
  return replyIn(await site.post('page/upload', form))
}

interface Proxy {
  readonly name: string
  readonly isThere: boolean
  /** Behind the example for a host of its own, and behind the one for a path of a host. */
  readonly start: Readonly<Record<'root' | 'below', (site: ProxiedSite) => Promise<BehindProxy>>>
}
const PROXIES: readonly Proxy[] = [
  {
    name: 'nginx',
    isThere: hasNginx(),
    start: {
      root: (site: ProxiedSite) => behindNginx({ example: 'nginx.conf', ...site }),
      below: (site: ProxiedSite) => behindNginx({ example: 'nginx-sub-path.conf', ...site }),
    },
  },
  { name: 'Caddy', isThere: hasCaddy(), start: { root: behindCaddy, below: behindCaddy } },
]

for (const { name, isThere, start } of PROXIES) {
  describe.skipIf(!isThere)(`the example for ${name}`, () => {
    const RATE_LIMIT = 30
    let site: BehindProxy
    beforeAll(async () => {
      const environment = { RATE_LIMIT: String(RATE_LIMIT) }
      site = await start.root({ host: 'docs.example.org', environment })
    })
    afterAll(() => site[Symbol.asyncDispose]())

    it('lets people in with a cookie that no plain connection carries', async () => {
      const { headers, text } = await site.post('user/login', { ...ADMIN })

      expect(JSON.parse(text)).toMatchObject({ error_code: 0 })
      expect(String(headers['set-cookie'])).toMatch(/^__Host-token=.*; Path=\/; .*Secure/)
    })

    it('takes pages and files as large as the product does', async () => {
      const user_token = await loggedIn(site)
      const { item_id, page_id } = await written(site, user_token)
      const page_content = 'x'.repeat(1_900_000)
      const saved = replyIn(
        await site.post('page/save', { user_token, item_id, page_id, page_title: 'P', page_content }),
      )

      expect([saved.error_code, await sent(site, { user_token, item_id, page_id }, 3_900_000)]).toMatchObject([
        0,
        { error_code: 0 },
      ])
    })

    it('counts requests for the address of the person, whatever the person claims', async () => {
      const answers = await Promise.all(
        Array.from({ length: 3 * RATE_LIMIT }, (_, at) =>
          site.post('common/homePageSetting', {}, { 'x-forwarded-for': `203.0.113.${at}` }),
        ),
      )

      expect(answers.filter(({ status }) => status === 429)).not.toHaveLength(0)
    })
  })

  describe.skipIf(!isThere)(`the example for ${name} below a path`, () => {
    let site: BehindProxy
    let user_token: string
    beforeAll(async () => {
      site = await start.below({ host: 'example.org', sitePath: '/docs' })
      user_token = await loggedIn(site)
    })
    afterAll(() => site[Symbol.asyncDispose]())
    const get = (path: string, headers: Record<string, string> = {}) => site.send({ path, headers })

    it('leads from the path without a slash to the one with it, and leaves other paths to others', async () => {
      const { status, headers } = await get('/docs?a=1')

      expect([status, new URL(String(headers['location']), site.url).href]).toEqual([308, `${site.url}/?a=1`])
      for (const path of ['/api/common/version', '/docsy/api/common/version', '/healthz']) {
        const other = await get(path)
        // Caddy answers with nothing where it has no site.
        expect([path, other.status === 404 || other.text === '']).toEqual([path, true])
      }
    })

    it('has REST, tRPC, the addresses of ShowDoc, the document of the interface and health below it', async () => {
      for (const path of [
        'api/common/version',
        'trpc/site.version',
        'server/index.php?s=/api/common/version',
        'healthz',
      ])
        expect([path, (await get(`/docs/${path}`)).status]).toEqual([path, 200])
      const document = JSON.parse((await get('/docs/api/openapi.json')).text) as { servers: unknown }
      const page = await get('/docs/api')

      expect(document.servers).toEqual([{ url: site.url }])
      expect(page.text.match(/ (?:href|src)="\/[^"]*"/g)).toEqual([
        ' href="/docs/api/reference.css"',
        ' href="/docs/api/openapi.json"',
      ])
      expect((await get('/docs/api/reference.css')).status).toBe(200)
    })

    it('has cookies that other sites of the host do not get', async () => {
      const { headers } = await site.post('user/login', { ...ADMIN })

      const set = headers['set-cookie'] as readonly string[]
      expect(set.map((cookie) => /^\w+-token=/.test(cookie))).toContain(true)
      for (const cookie of set) expect(cookie).toMatch(/^__Secure-\w+=.*; Path=\/docs\/; .*Secure/)
    })

    it('names files and takes them as large as the product does', async () => {
      const { item_id, page_id } = await written(site, user_token)
      const { error_code, data } = await sent(site, { user_token, item_id, page_id }, 3_900_000)
      const { pathname } = new URL(String(data['url']))

      expect([error_code, String(data['url'])]).toEqual([0, expect.stringContaining(`${site.url}/attachment/`)])
      const file = await get(pathname, { authorization: `Bearer ${user_token}` })
      expect([file.status, file.headers['content-length']]).toEqual([200, '3900000'])
    })
  })
}
