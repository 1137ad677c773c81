import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import packageFile from '../../package.json' with { type: 'json' }
import { layDatabase } from '#tests/support/database.ts'
import { launched } from '#tests/support/launched.ts'

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
/** Tells of each package of OpenTelemetry that is loaded. */
const TOLD_OF_LOADED = `--import data:text/javascript,${encodeURIComponent(
  `import{registerHooks}from'node:module';registerHooks({resolve(name,context,next){` +
    `if(name.startsWith('@opentelemetry/sdk')||name.includes('otlp'))console.error('LOADED '+name);return next(name,context)}})`,
)}`

const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const Span = z.object({
  ...{ name: z.string(), traceId: z.string(), parentSpanId: z.string().optional(), kind: z.number() },
  ...{ startTimeUnixNano: z.string(), endTimeUnixNano: z.string(), attributes: z.array(Attribute) },
})
const Resource = z.object({ attributes: z.array(Attribute) })
const Traces = z.object({
  resourceSpans: z.array(z.object({ resource: Resource, scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
})
const Metrics = z.object({
  resourceMetrics: z.array(
    z.object({
      resource: Resource,
      scopeMetrics: z.array(z.object({ metrics: z.array(z.looseObject({ name: z.string() })) })),
    }),
  ),
})

let directory = ''
let receiver: Server
let endpoint = ''
/** What came, by the path it came to. */
let received: { readonly path: string; readonly headers: Record<string, unknown>; readonly body: string }[] = []
let status = 200
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'octavo-telemetry-'))
  await layDatabase(path.join(directory, 'database'))
  received = []
  status = 200
  receiver = createServer((request, reply) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.once('end', () => {
      received.push({ path: request.url ?? '', headers: { ...request.headers }, body })
      reply.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterEach(async () => {
  receiver.closeAllConnections()
  await new Promise((resolve) => receiver.close(resolve))
  await rm(directory, { recursive: true, force: true })
})

const start = (environment: Record<string, string>) =>
  launched({ DATA_DIR: directory, NODE_OPTIONS: TOLD_OF_LOADED, ...environment })
const bodiesAt = (address: string) => received.filter((each) => each.path === address).map(({ body }) => body)
const spans = () =>
  bodiesAt('/v1/traces')
    .flatMap((body) => Traces.parse(JSON.parse(body)).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
const attributesOf = (attributes: readonly z.output<typeof Attribute>[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

it('traces and metrics go to the collector that OTEL_* names, the last ones before the server ends', async () => {
  const { child, url, ended } = start({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20geheim',
    OTEL_SERVICE_NAME: 'docs',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
  })
  const address = await url
  const traceparent = `00-${TRACE_ID}-${CALLER}-01`
  const typed = encodeURIComponent('what somebody typed')
  await fetch(`${address}/api/page/info?page_id=${typed}`, { headers: { traceparent } })
  await fetch(`${address}/trpc/site.version`, { headers: { traceparent: 'no such thing' } })
  child.kill('SIGTERM')
  const { code, text } = await ended

  expect(code).toBe(0)
  expect(text).toContain('LOADED @opentelemetry/sdk-trace')
  const page = spans().find(({ name }) => name === 'page.info')
  expect(page).toMatchObject({ traceId: TRACE_ID, parentSpanId: CALLER, kind: 2 })
  expect(attributesOf(page?.attributes ?? [])).toEqual({
    'http.response.status_code': 200,
    'octavo.request_id': expect.stringMatching(/\S/) as unknown,
  })
  expect(BigInt(page?.endTimeUnixNano ?? 0)).toBeGreaterThan(BigInt(page?.startTimeUnixNano ?? 0))
  const version = spans().find(({ name }) => name === 'site.version')
  expect([version?.parentSpanId ?? '', version?.traceId]).toEqual(['', expect.stringMatching(/^[0-9a-f]{32}$/)])
  const [{ resource } = { resource: { attributes: [] } }] = Traces.parse(
    JSON.parse(bodiesAt('/v1/traces')[0] ?? '{}'),
  ).resourceSpans
  expect(attributesOf(resource.attributes)).toMatchObject({
    'service.name': 'docs',
    'service.version': packageFile.version,
    'deployment.environment': 'test',
  })
  const metrics = bodiesAt('/v1/metrics')
    .flatMap((body) => Metrics.parse(JSON.parse(body)).resourceMetrics)
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
  const names = new Set(metrics.map(({ name }) => name))
  for (const name of [
    ...['http.server.request.duration', 'octavo.people.active', 'octavo.database.size', 'octavo.cache.requests'],
    ...['octavo.disk.free', 'process.memory.usage', 'octavo.jobs', 'octavo.tasks'],
  ])
    expect(names).toContain(name)
  expect(JSON.stringify(metrics.filter(({ name }) => name === 'http.server.request.duration'))).toContain('page.info')
  for (const { headers, body } of received) {
    expect(headers['authorization']).toBe('Bearer geheim')
    expect(body).not.toContain('somebody')
  }
  expect(text).not.toContain('geheim')
}, 240_000)

it('a collector that refuses or is away holds nothing up, and is told of in the log', async () => {
  status = 401
  const { child, url, ended } = start({
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: '100', OTEL_METRICS_EXPORTER: 'none' },
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
  })
  const reply = await fetch(`${await url}/api/common/version`, { method: 'POST' })
  await expect.poll(() => received.length).toBeGreaterThan(0)
  receiver.closeAllConnections()
  child.kill('SIGTERM')
  const { code, text } = await ended

  expect([reply.status, code]).toEqual([200, 0])
  expect(text).toContain('traces do not reach the collector')
  expect(text).toContain('OTEL_EXPORTER_OTLP_PROTOCOL=grpc: only http/json is spoken')
}, 240_000)

it('a server that is to send nothing loads nothing of it', async () => {
  const { child, url, ended } = start({})
  await fetch(`${await url}/api/common/version`, { method: 'POST' })
  child.kill('SIGTERM')
  const { text } = await ended

  expect(text).not.toContain('LOADED')
}, 240_000)
