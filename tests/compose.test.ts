import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { ownHost, publicOriginOf } from '#server/origin.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
/** How long the server lets what is under way go on (`server/serve.ts`). */
const STOP_MS = 15_000
const SERVICES = ['octavo', 'postgres', 'redis'] as const

/** The lines of each service in `compose.yaml`. */
let services: ReadonlyMap<string, string>
let text: string
beforeAll(async () => {
  text = await readFile(path.join(ROOT, 'compose.yaml'), 'utf8')
  const [, listed = ''] = /^services:\n((?: .*\n)+)/m.exec(text) ?? []
  services = new Map(
    listed.split(/^(?= {2}\w+:$)/m).map((service) => [/^ {2}(\w+):/.exec(service)?.[1] ?? '', service] as const),
  )
})

describe('what compose.yaml runs', () => {
  it.each(SERVICES)('has no more rights and memory than %s needs', (name) => {
    const service = services.get(name) ?? ''

    expect(service).toContain('cap_drop: [ALL]')
    expect(service).toContain("security_opt: ['no-new-privileges:true']")
    expect(service).toMatch(/mem_limit: \$\{\w+:-\d+[mg]\}/)
  })

  it.each(SERVICES)('keeps no more of the log of %s than a disk has room for', (name) => {
    expect(text).toMatch(
      /x-logging: &logging\n {2}driver: json-file\n {2}options: \{ max-size: \d+m, max-file: '\d' \}/,
    )
    expect(services.get(name)).toContain('logging: *logging')
  })

  it('gives the server the time to end that it takes', () => {
    const [, seconds] = /stop_grace_period: (\d+)s/.exec(services.get('octavo') ?? '') ?? []

    expect(Number(seconds) * 1000).toBeGreaterThanOrEqual(STOP_MS + 5_000)
  })

  it('passes on every setting of its file, which is no part of the image', async () => {
    expect(services.get('octavo')).toContain('env_file: [{ path: .env, required: false }]')
    expect((await readFile(path.join(ROOT, '.dockerignore'), 'utf8')).split('\n')).toContain('.env')
    // What stands beside the file goes before it, so it must come from there too.
    for (const [, name = '', value = ''] of (services.get('octavo') ?? '').matchAll(/^ {6}([A-Z_]+): (.*)$/gm))
      if (!/^(HOST|PORT|DATA_DIR|DATABASE_URL|REDIS_URL)$/.test(name)) expect(value).toMatch(`\${${name}:-`)
  })

  it('says when it works, at the address where the server tells it', () => {
    expect(services.get('octavo')).toMatch(/healthcheck:\n +test:[\s\S]*http:\/\/127\.0\.0\.1:4000\/readyz/)
  })

  it('begins with the server once the database takes connections, however long the first one is made', () => {
    const postgres = services.get('postgres') ?? ''

    expect(services.get('octavo')).toContain('postgres: { condition: service_healthy }')
    expect(postgres).toContain('pg_isready -h 127.0.0.1 -U octavo')
    expect(Number(/start_period: (\d+)s/.exec(postgres)?.[1])).toBeGreaterThanOrEqual(60)
  })

  it('can be reached at localhost and 127.0.0.1 without any setting, and by no other name', () => {
    const [, fallback = ''] = /PUBLIC_URL: \$\{PUBLIC_URL:-(.*)\}$/m.exec(services.get('octavo') ?? '') ?? []
    const config = readConfig({ PUBLIC_URL: fallback.replace('${OCTAVO_PORT:-4000}', '4000') })
    const assertOwnHost = ownHost(publicOriginOf(config))
    const ask = (hostname: string) => () => assertOwnHost({ hostname })

    expect(config.PUBLIC_URL).toBe('http://localhost:4000')
    for (const name of ['localhost', '127.0.0.1', '[::1]']) expect(ask(name)).not.toThrow()
    expect(ask('evil.example')).toThrow('otherHost')
  })

  it('has the gateway at the address it says to trust', () => {
    const [, said] = /TRUSTED_PROXIES=([\d.]+)$/m.exec(text) ?? []

    expect(said).toMatch(/^\d+\.\d+\.\d+\.\d+$/)
    expect(text).toContain(`gateway: ${said}`)
  })

  it('asks for a password on Redis, as on PostgreSQL, and has none of its own', () => {
    expect(services.get('redis')).toContain('requirepass $$REDIS_PASSWORD')
    expect(services.get('octavo')).toContain('redis://:${REDIS_PASSWORD:?')
    expect(services.get('postgres')).toContain('POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?')
  })
})

describe('the example for systemd', () => {
  it('waits for the server to end, and does not start again what a start does not help', async () => {
    const unit = await readFile(path.join(ROOT, 'deploy/octavo.service'), 'utf8')
    const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''

    expect(Number(valueOf('TimeoutStopSec')) * 1000).toBeGreaterThanOrEqual(STOP_MS + 5_000)
    expect(valueOf('RestartPreventExitStatus')).toBe('2 4')
    expect(valueOf('ReadWritePaths')).toBe(/DATA_DIR=(\S+)/.exec(unit)?.[1])
  })
})
