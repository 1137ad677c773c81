import { expect, it } from 'vitest'
import { answerFrame } from './frame-route.ts'
import { patchedLuckysheet } from './luckysheet-patches.ts'

const asked = (name: string, init: RequestInit = {}): Promise<Response> =>
  answerFrame(new Request(`http://127.0.0.1/spreadsheet-frame/${name}`, init))

it('[threats X4] the frame has an origin of nobody and a policy that lets nothing in or out', async () => {
  const response = await asked('frame.html')
  const policy = response.headers.get('content-security-policy') ?? ''

  expect(policy).toContain('sandbox allow-scripts;')
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/allow-same-origin|connect-src|script-src[^;]*'(?:self|unsafe-inline)'|https?:/)
  expect((await response.text()).match(/<script/g)).toHaveLength(1)
})

it('has all it needs in two files that name no other place', async () => {
  const [code, style] = await Promise.all(['code.js', 'style.css'].map(async (name) => (await asked(name)).text()))

  expect(code).toContain('plainText(w)')
  expect(style).toContain('url("data:font/woff')
  expect(style?.match(/url\("(?!data:)/g)).toBeNull()
})

it('sends a file again only when it is another one', async () => {
  const first = await asked('style.css')
  const etag = first.headers.get('etag') ?? ''

  expect((await asked('style.css', { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await asked('style.css', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
})

it.each([
  ['other.js', 'GET', 404],
  ['..%2fplugin.ts', 'GET', 404],
  ['frame.html', 'POST', 405],
])('answers nothing else: %s %s', async (name, method, status) => {
  expect((await asked(name, { method })).status).toBe(status)
})

it('says so when luckysheet is not the one that was looked at', () => {
  expect(() => patchedLuckysheet('another version')).toThrow('luckysheet has 0 places')
})
