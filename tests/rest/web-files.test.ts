import { createHook } from 'node:async_hooks'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registerPages } from '#server/pages/pages.ts'
import { unbuiltWeb } from '#tests/support/unbuilt-web.ts'
import { site, type Site } from './harness.ts'

const SCRIPT = 'export const word = "a word of the web"'

let here: Site
let folder: string
beforeAll(async () => {
  here = await site()
  folder = await mkdtemp(path.join(tmpdir(), 'web-files-'))
  await mkdir(path.join(folder, 'web/assets/parts'), { recursive: true })
  await writeFile(path.join(folder, 'outside.js'), SCRIPT)
  for (const name of ['main.js', 'parts/part.js']) await writeFile(path.join(folder, 'web/assets', name), SCRIPT)
  await writeFile(path.join(folder, 'web/assets/main.js.br'), brotliCompressSync(SCRIPT))
  await registerPages(here.app, here.application, await unbuiltWeb(path.join(folder, 'web')))
})
afterAll(async () => {
  await here.close()
  await rm(folder, { recursive: true })
})

it('files of the web are sent as they were compressed, and browsers keep them', async () => {
  for (const method of ['GET', 'HEAD'] as const) {
    const headers = { 'accept-encoding': 'gzip, br' }
    const sent = await here.app.inject({ method, url: '/assets/main.js', headers })
    expect(sent.statusCode).toBe(200)
    expect(sent.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
    })
    if (method === 'GET') expect(brotliDecompressSync(sent.rawPayload).toString()).toBe(SCRIPT)
  }
  for (const address of ['/assets/main.js', '/assets/parts/part.js', '/assets/main%2Ejs']) {
    const plain = await here.app.inject(address)
    expect([plain.statusCode, plain.body], address).toEqual([200, SCRIPT])
  }
})

it('nothing that lies elsewhere is sent', async () => {
  for (const address of ['/assets/parts', '/assets/none.js', '/assets/main.js/'])
    expect((await here.app.inject(address)).statusCode, address).toBe(404)
  const outside = ['/assets/%252e%252e%252f%252e%252e%252foutside.js', '/assets/..%2F..%2Foutside.js']
  for (const address of [...outside, '/assets/..%5C..%5Coutside.js', '/assets/', '/assets/%00', '/assets/%ZZ'])
    expect((await here.app.inject(address)).body, address).not.toContain('a word of the web')
})

it('sending one asks for that file alone, however many there are', async () => {
  const asked: string[] = []
  const hook = createHook({ init: (_id, type) => void (type.startsWith('FSREQ') && asked.push(type)) })
  const kinds: string[][] = []
  for (let time = 0; time < 6; time += 1) {
    hook.enable()
    await here.app.inject('/assets/main.js')
    hook.disable()
    kinds.push([...new Set(asked.splice(0))])
  }

  // On a route of its own, @fastify/static lists the folder, by a promise; a file is looked at by callbacks. Something
  // else may read a file meanwhile, but not each time.
  expect(kinds).toContainEqual(['FSREQCALLBACK'])
})
