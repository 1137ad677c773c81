import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { webFilesOf } from '#server/plugin-web-files.ts'
import { site, type Site } from './harness.ts'

const FILES: Readonly<Record<string, string>> = {
  'manifest.json': '{}',
  'server.js': 'export default "planted secret"',
  'web.js': 'export default 1',
  'notes.txt': 'planted secret',
  'assets/hello.css': '.hello { color: red }',
  'assets/pictures/a b.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/page.html': '<script src="/plugins/hello/x.js"></script>',
  'assets/screen.js': 'export const Screen = 1',
  'assets/data.json': '{}',
  'assets/font.woff2': 'font',
}

let here: Site
let folder: string
let app: Awaited<ReturnType<typeof createApp>>
const place = (...names: readonly string[]): string => path.join(folder, ...names)
/** A server that starts with the plugin as it lies there now. */
const started = async () => {
  const pluginWebFiles = new Map([['hello', await webFilesOf(place('hello/web.js'))]])
  const nothing = { en: '', 'zh-cn': '' }
  const said = {
    name: nothing,
    summary: nothing,
    version: '',
    staysOn: false,
    reason: null,
    failures: [],
    restingKinds: [],
    searchRestsUntil: null,
    ignoredPoints: [],
  }
  const list = () => [{ id: 'hello', state: 'running', ...said } as const]
  const services = {
    ...here.application.product.services,
    plugins: { ...here.application.product.services.plugins, list },
  }
  const product = { ...here.application.product, services }
  return createApp({ ...here.application, product, pluginWebFiles }, { hasPages: false })
}
const webOf = async (server: typeof app) =>
  (await server.inject('/plugins/running.json')).json<readonly { web: string | null }[]>()[0]?.web ?? null
beforeAll(async () => {
  here = await site()
  folder = await mkdtemp(path.join(tmpdir(), 'octavo-plugin-files-'))
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(path.dirname(place('hello', name)), { recursive: true })
    await writeFile(place('hello', name), content)
  }
  await symlink('/etc', place('hello/assets/etc'))
  await symlink(place('hello/server.js'), place('hello/assets/server.js'))
  await mkdir(place('linked'))
  await symlink('/etc/hostname', place('linked/web.js'))
  await symlink('/etc', place('linked/assets'))
  app = await started()
})
afterAll(async () => {
  await app.close()
  await here.close()
  await rm(folder, { recursive: true })
})

describe('the files of a plugin that was built apart', () => {
  it('are its entry and what lies in assets, each as what it is, for good', async () => {
    const base = (await webOf(app))?.replace('web.js', '') ?? ''
    expect(base).toMatch(/^\/plugins\/hello\/[0-9a-f]{64}\/$/)

    for (const [name, type] of [
      ['web.js', 'text/javascript; charset=utf-8'],
      ['assets/screen.js', 'text/javascript; charset=utf-8'],
      ['assets/hello.css', 'text/css; charset=utf-8'],
      ['assets/pictures/a%20b.svg', 'image/svg+xml'],
      ['assets/data.json', 'application/json; charset=utf-8'],
      ['assets/font.woff2', 'font/woff2'],
      // No document of the site, whoever leads a person there.
      ['assets/page.html', 'application/octet-stream'],
    ] as const) {
      const { statusCode, headers, body } = await app.inject(base + name)
      expect([name, statusCode, headers['content-type']]).toEqual([name, 200, type])
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toContain("script-src 'self';")
      expect(body).toBe(FILES[decodeURIComponent(name)])
    }
  })

  it('are nothing else: nothing beside them, nothing a link leads to, nothing outside', async () => {
    const base = (await webOf(app))?.replace('web.js', '') ?? ''
    const outside = [
      'server.js',
      'manifest.json',
      'notes.txt',
      'assets',
      'assets/',
      '',
      'assets/etc/hostname',
      'assets/server.js',
    ]
    const climbing = ['../server.js', 'assets/../server.js', 'assets/%2e%2e/server.js', 'assets/..%2fserver.js']
    const odd = ['assets%2fhello.css%00', 'assets/hello.css/', 'assets//hello.css', 'constructor']

    for (const name of [...outside, ...climbing, ...odd, 'assets/%5c..%5cserver.js', '%2e%2e/hello/server.js']) {
      const { statusCode, body } = await app.inject(base + name)
      expect([name, statusCode >= 400]).toEqual([name, true])
      expect(body).not.toContain('planted')
    }
    expect((await app.inject(`${base.replace(/[0-9a-f]{64}/, 'f'.repeat(64))}web.js`)).statusCode).toBe(404)
    expect((await app.inject('/plugins/hello/web.js')).statusCode).toBe(404)
  })

  it('are none where the entry is missing or a link', async () => {
    await expect(webFilesOf(place('gone/web.js'))).rejects.toThrow('ENOENT')
    await expect(webFilesOf(place('linked/web.js'))).rejects.toThrow('is not a file')
  })

  it('have other addresses with other content, and what changed since the start is not served', async () => {
    const before = (await webOf(app)) ?? ''
    await writeFile(place('hello/assets/hello.css'), '.hello { color: blue }')
    const changed = await app.inject(before.replace('web.js', 'assets/hello.css'))
    const unchanged = await app.inject(before)

    const again = await started()
    const after = (await webOf(again)) ?? ''

    expect([changed.statusCode, unchanged.statusCode]).toEqual([404, 200])
    expect(after).not.toBe(before)
    expect((await again.inject(after.replace('web.js', 'assets/hello.css'))).body).toContain('blue')
    await again.close()
  })
})
