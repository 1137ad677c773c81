import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdministrator } from '#core/account/first-administrator.ts'
import { createApp } from '#server/app.ts'
import type { Application } from '#server/application.ts'
import { compose } from '#server/compose/compose.ts'
import { readConfig } from '#server/config.ts'
import { createLogger, PinoLog } from '#server/log.ts'
import { registerPages } from '#server/pages/pages.ts'
import { newServerDatabase, POSTGRES_URL } from '#tests/contracts/database/postgres.ts'
import { cuttableLine, type CuttableLine } from '#tests/support/cuttable-line.ts'
import { unbuiltWeb } from '#tests/support/unbuilt-web.ts'

const ADMIN = { username: 'grace', password: 'correct horse battery' }

describe.skipIf(POSTGRES_URL === undefined)('while PostgreSQL is away', () => {
  let database: Awaited<ReturnType<typeof newServerDatabase>>
  let line: CuttableLine
  let folder: string
  let application: Application
  let app: FastifyInstance
  let cookie: string
  const logged: { readonly level: string; readonly msg: string; readonly error?: unknown }[] = []
  beforeAll(async () => {
    database = await newServerDatabase()
    line = await cuttableLine(database.url, 5432)
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-away-'))
    await mkdir(path.join(folder, 'web/assets'), { recursive: true })
    const config = readConfig({
      DATABASE_URL: line.url,
      DATA_DIR: path.join(folder, 'data'),
      LANGUAGE: 'en',
      RATE_LIMIT: '0',
      CAPTCHA: 'off',
    })
    const destination = new Writable({
      write(chunk: Buffer, _, done) {
        logged.push(JSON.parse(chunk.toString()) as (typeof logged)[number])
        done()
      },
    })
    application = await compose(config, new PinoLog(createLogger('info', destination)))
    app = await createApp(application, { hasPages: false })
    await registerPages(app, application, await unbuiltWeb(path.join(folder, 'web')))
    await createAdministrator(application.product.database, application.product.services, ADMIN)
    const { cookies } = await app.inject({ method: 'POST', url: '/api/user/login', payload: ADMIN })
    cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    await line.cut()
    logged.splice(0)
  })
  afterAll(async () => {
    await app.close()
    await application.close()
    await line[Symbol.asyncDispose]()
    await database.drop()
    await rm(folder, { recursive: true })
  })
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'GET', url, headers: { cookie, ...headers } })
  const write = () =>
    app.inject({ method: 'POST', url: '/api/item/add', headers: { cookie }, payload: { item_name: 'Orders' } })
  const inBrowser = (url: string, language: string) =>
    get(url, { accept: 'text/html,*/*;q=0.8', 'accept-language': language })

  it('programs are told in the envelope to come back', async () => {
    const rest = await get('/api/item/myList')
    const trpc = await get('/trpc/item.list?input=%7B%7D')

    expect([rest.statusCode, rest.headers['retry-after'], rest.json()]).toMatchObject([503, '5', { error_code: 10504 }])
    expect([trpc.statusCode, trpc.headers['retry-after']]).toEqual([503, '5'])
    expect(trpc.json()).toMatchObject({ error: { data: { kind: 'databaseAway', errorCode: 10504 } } })
    expect((await get(`/attachment/${'x'.repeat(32)}`)).statusCode).toBe(503)
  })

  it.each([
    ['en', 'This site is not available at the moment'],
    ['zh-CN', '站点暂时无法访问'],
  ])('browsers show a page in %s that asks again by itself', async (language, title) => {
    for (const url of ['/item/index', '/7/8']) {
      const { statusCode, headers, body } = await inBrowser(url, language)

      expect([url, statusCode, headers['retry-after']]).toEqual([url, 503, '5'])
      expect([headers['content-type'], headers['cache-control']]).toEqual([
        'text/html; charset=utf-8',
        'no-store, private',
      ])
      expect(body).toContain(`<h1>${title}</h1>`)
      expect(body).toContain('<meta http-equiv="refresh" content="5">')
      expect(body).not.toMatch(/<script|\ssrc=/)
    }
  })

  it('the log has one line of it, however many ask', async () => {
    await Promise.all(Array.from({ length: 60 }, () => get('/api/item/myList')))

    const told = logged.filter(({ level }) => level !== 'info')
    expect(told.map(({ level, msg }) => [level, msg])).toEqual([
      [
        'warn',
        expect.stringMatching(/^PostgreSQL at 127\.0\.0\.1:\d+ does not answer \(.+\); what needs it is refused/),
      ],
    ])
    expect(JSON.stringify(logged)).not.toContain('    at ')
  })

  it('/readyz says so, and everything works again by itself once it is back', async () => {
    await expect.poll(async () => (await get('/readyz')).statusCode).toBe(503)

    await line.mend()

    expect((await get('/api/item/myList')).json()).toMatchObject({ error_code: 0 })
    expect((await inBrowser('/item/index', 'en')).statusCode).toBe(200)
    await expect.poll(async () => (await get('/readyz')).statusCode).toBe(200)
    expect(logged.at(-1)?.msg).toMatch(/^PostgreSQL at 127\.0\.0\.1:\d+ answers again$/)
  })

  it('a PostgreSQL that hangs is noticed while readers and writers wait for it, and everything works again once it answers', async () => {
    line.hush()
    const begin = performance.now()
    const asked = [get('/api/item/myList'), get('/api/user/info'), write()]

    for (const { statusCode, json } of await Promise.all(asked))
      expect([statusCode, json<{ error_code: number }>().error_code]).toEqual([503, 10504])
    // Less than five seconds, and not the thirteen of a statement, which no machine is fast enough for.
    expect(performance.now() - begin).toBeLessThan(12_000)
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200)

    line.speak()
    await expect
      .poll(async () => (await get('/api/item/myList')).json<object>(), { timeout: 60_000 })
      .toMatchObject({ error_code: 0 })
  })

  it('the first call is answered in the time for a connection where PostgreSQL lets it in and then hangs', async () => {
    await line.cut()
    line.hushAt('synchronous_commit')
    await line.mend()
    const begin = performance.now()

    const { statusCode, json } = await get('/api/item/myList')

    // Three seconds, and not also the ten of a statement, which no machine is fast enough for.
    expect(performance.now() - begin).toBeLessThan(12_000)
    expect([statusCode, json<{ error_code: number }>().error_code]).toEqual([503, 10504])

    line.speak()
    await expect
      .poll(async () => (await get('/api/item/myList')).json<object>(), { timeout: 60_000 })
      .toMatchObject({ error_code: 0 })
  })
})
