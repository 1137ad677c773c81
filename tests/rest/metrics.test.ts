import fc from 'fast-check'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { IS_ON_TWO_SERVERS } from '#tests/support/database.ts'
import { site, type Browser, type Site, type SiteOptions } from './harness.ts'

const TOKEN = 'a-token-for-prometheus'
const BEARER = { authorization: `Bearer ${TOKEN}` }
const opened: Site[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

async function siteWith(environment: SiteOptions['environment'] = {}, options: SiteOptions = {}): Promise<Site> {
  const made = await site({ ...options, environment })
  opened.push(made)
  return made
}

const readBy = async (browser: Browser, headers: Record<string, string> = BEARER): Promise<string> =>
  (await browser.request({ method: 'GET', url: '/metrics', headers })).body

interface Series {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const seriesIn = (text: string): readonly Series[] =>
  text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined) return []
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, said]) => [key, said] as const)
    return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }
  })
const valueOf = (text: string, name: string, labels: Readonly<Record<string, string>> = {}): number | undefined =>
  seriesIn(text).find(
    (each) => each.name === name && Object.entries(labels).every(([key, said]) => each.labels[key] === said),
  )?.value
const operationsIn = (text: string): ReadonlySet<string> =>
  new Set(
    seriesIn(text).flatMap(({ name, labels }) =>
      name.startsWith('octavo_request') ? (labels['operation'] ?? []) : [],
    ),
  )

describe('who may read the figures', () => {
  const statusOf = async (
    { app }: Site,
    { ip = '203.0.113.7', headers = {} }: { readonly ip?: string; readonly headers?: Record<string, string> } = {},
  ) => (await app.inject({ method: 'GET', url: '/metrics', headers, remoteAddress: ip })).statusCode

  it('nobody as long as neither setting is given, and it answers as any unknown address does', async () => {
    const { app } = await siteWith()

    const [asked, unknown] = await Promise.all(['/metrics', '/nothing'].map((url) => app.inject({ url })))

    expect([asked?.statusCode, asked?.body]).toEqual([404, unknown?.body])
  })

  it('whoever has the token, and to all others it is an unknown address', async () => {
    const own = await siteWith({ METRICS_TOKEN: TOKEN })

    expect(await statusOf(own, { headers: BEARER })).toBe(200)
    expect(await statusOf(own)).toBe(404)
    for (const authorization of [`Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, TOKEN, 'Bearer'])
      expect(await statusOf(own, { headers: { authorization } }), authorization).toBe(404)
    expect((await own.app.inject({ url: `/metrics?token=${TOKEN}` })).statusCode).toBe(404)
    expect((await own.app.inject({ method: 'POST', url: '/metrics', headers: BEARER })).statusCode).toBe(404)
  })

  it('and whoever guesses at the token has no more tries than requests', async () => {
    const here = await siteWith({ METRICS_TOKEN: TOKEN, RATE_LIMIT: '3' })
    const guess = () => statusOf(here, { headers: { authorization: 'Bearer a-guess-at-the-token' } })

    expect([await guess(), await guess(), await guess()]).toEqual([404, 404, 404])
    expect(await guess()).toBe(429)
    expect(await statusOf(here, { headers: BEARER })).toBe(200)
  })

  it('whoever asks from the networks, IPv4 within IPv6 too', async () => {
    const own = await siteWith({ METRICS_NETWORKS: '10.1.0.0/16, 2001:db8::/32' })

    for (const ip of ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::5']) expect(await statusOf(own, { ip }), ip).toBe(200)
    for (const ip of ['10.2.0.1', '::ffff:10.2.0.1', '2001:db9::5', '127.0.0.1'])
      expect(await statusOf(own, { ip }), ip).toBe(404)
  })

  it('who has both, where both are given', async () => {
    const own = await siteWith({ METRICS_NETWORKS: '10.1.0.0/16', METRICS_TOKEN: TOKEN })

    expect(await statusOf(own, { ip: '10.1.0.1', headers: BEARER })).toBe(200)
    expect(await statusOf(own, { ip: '10.1.0.1' })).toBe(404)
    expect(await statusOf(own, { ip: '10.2.0.1', headers: BEARER })).toBe(404)
  })

  it('by the address that trusted proxies tell, and by no other', async () => {
    const headers = { 'x-forwarded-for': '10.1.0.1' }
    const trusting = await siteWith({ METRICS_NETWORKS: '10.1.0.0/16', TRUSTED_PROXIES: '192.0.2.1' })

    expect(await statusOf(trusting, { ip: '192.0.2.1', headers })).toBe(200)
    expect(await statusOf(trusting, { ip: '192.0.2.2', headers })).toBe(404)
    expect(await statusOf(trusting, { ip: '192.0.2.1', headers: { 'x-forwarded-for': '10.2.0.1' } })).toBe(404)
    expect(
      await statusOf(trusting, { ip: '192.0.2.1', headers: { 'x-forwarded-for': '10.1.0.1, 198.51.100.9' } }),
    ).toBe(404)
  })

  it('under another name of the host too, and below the path of the site, as those who watch it ask', async () => {
    const { app } = await siteWith({ METRICS_TOKEN: TOKEN, PUBLIC_URL: 'https://example.org/docs' })

    for (const url of ['/metrics', '/docs/metrics'])
      expect((await app.inject({ url, headers: { ...BEARER, host: '10.0.0.9:4000' } })).statusCode, url).toBe(200)
  })
})

describe('the figures', () => {
  it('count calls by operation and class of the status, over REST and each of a batch', async () => {
    const { browser } = await siteWith({ METRICS_TOKEN: TOKEN })
    const visitor = browser()
    const [first, second] = IS_ON_TWO_SERVERS ? [2, 1] : [1, 1]

    for (let turn = 0; turn < first; turn += 1) await visitor.post('common/version')
    for (let turn = 0; turn < first; turn += 1)
      await visitor.get(`/trpc/site.watermark,task.list,no.such?batch=1&input=${encodeURIComponent('{}')}`)
    const text = await readBy(visitor)

    const counted = (operation: string, status: string) => valueOf(text, 'octavo_requests_total', { operation, status })
    expect(counted('site.version', '2xx')).toBe(second)
    expect(counted('site.watermark', '2xx')).toBe(second)
    expect(counted('task.list', '4xx')).toBe(second)
    expect(counted('unknown', '4xx')).toBe(second)
    expect(counted('/trpc/*', '2xx')).toBeUndefined()
    expect(valueOf(text, 'octavo_request_duration_seconds_count', { operation: 'site.version' })).toBe(second)
  })

  it('tell of the site, of the connections and of the process', async () => {
    const own = await siteWith({ METRICS_TOKEN: TOKEN })
    const { database } = own.world.product
    await database.jobs.enqueue('nobody-runs-it', {})
    await own.browserOf(own.world.owner)

    const text = await readBy(own.browser())

    expect(valueOf(text, 'octavo_people_active')).toBe(1)
    expect(valueOf(text, 'octavo_jobs', { state: 'waiting' })).toBeGreaterThanOrEqual(1)
    expect(valueOf(text, 'octavo_jobs', { state: 'failed' })).toBe(0)
    expect(valueOf(text, 'octavo_tasks', { state: 'running' })).toBe(0)
    expect(valueOf(text, 'octavo_database_bytes')).toBeGreaterThan(1_000_000)
    expect(valueOf(text, 'octavo_disk_free_bytes')).toBeGreaterThan(0)
    expect(valueOf(text, 'octavo_database_connections', { pool: 'ordinary', state: 'waiting' })).toBe(0)
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
    expect(text).toContain('nodejs_eventloop_lag_seconds')
  })

  it('leave out what the database does not say, and tell the rest', async () => {
    const watched = { figures: async () => Promise.reject(new Error('away')), connections: () => [] }
    const { browser } = await siteWith({ METRICS_TOKEN: TOKEN }, { watched })

    const text = await readBy(browser())

    expect(seriesIn(text).filter(({ name }) => /^octavo_(people|jobs|tasks|database)/.test(name))).toEqual([])
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(0)
  })

  it('have no series of what people type, whatever they ask for', async () => {
    const { app } = await siteWith({ METRICS_TOKEN: TOKEN })
    const known = new Set(
      Object.entries(coreOperations).flatMap(([group, members]) =>
        Object.keys(members).map((name) => `${group}.${name}`),
      ),
    )
    const word = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).map(encodeURIComponent)
    const path = fc.oneof(
      word.map((typed) => `/${typed}`),
      fc.tuple(word, word).map(([group, name]) => `/api/${group}/${name}`),
      fc.array(word, { minLength: 1, maxLength: 4 }).map((names) => `/trpc/${names.join(',')}?batch=1`),
      word.map((typed) => `/server/index.php?s=/api/${typed}`),
      word.map((typed) => `/api/page/info?page_id=${typed}`),
      word.map((typed) => `/trpc/__proto__.${typed}`),
    )
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH')

    await fc.assert(
      fc.asyncProperty(path, method, async (url, asked) => {
        await app.inject({ method: asked as 'GET', url })
      }),
      { numRuns: 300 },
    )
    const text = (await app.inject({ url: '/metrics', headers: BEARER })).body

    const named = [...operationsIn(text)].filter((name) => !known.has(name))
    // Patterns of addresses, in which the product alone has a say.
    expect(named.toSorted()).toEqual(
      named.filter((name) => name === 'unknown' || app.hasRoute({ method: 'GET', url: name })).toSorted(),
    )
    expect(named).toContain('unknown')
    expect(seriesIn(text).length).toBeLessThan(400)
  })

  it('are those of each server by itself', async () => {
    const [one, other] = [await siteWith({ METRICS_TOKEN: TOKEN }), await siteWith({ METRICS_TOKEN: TOKEN })]

    await one.app.inject({ url: '/healthz' })
    const [ofOne, ofOther] = await Promise.all(
      [one, other].map(async ({ app }) => (await app.inject({ url: '/metrics', headers: BEARER })).body),
    )

    expect(valueOf(ofOne ?? '', 'octavo_requests_total', { operation: '/healthz' })).toBe(1)
    expect(valueOf(ofOther ?? '', 'octavo_requests_total', { operation: '/healthz' })).toBeUndefined()
  })
})

it('what makes the figures is loaded by nothing but a server that is to give them', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const importers = (what: string): readonly string[] =>
    globSync('{adapters,core,plugins,server}/**/*.ts', { cwd: root })
      .filter((file) => !file.endsWith('.test.ts') && readFileSync(path.join(root, file), 'utf8').includes(what))
      .toSorted()

  expect(importers(`from 'prom-client'`)).toEqual(['server/metrics/prometheus.ts'])
  expect(importers('/prometheus.ts')).toEqual(['server/metrics/serve-metrics.ts'])
  expect(importers(`from './prometheus.ts'`)).toEqual([])
})
