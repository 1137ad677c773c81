import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

const SERVICES = ['octavo', 'postgres', 'redis'] as const

/** The lines of each service in `compose.yaml`. */
let services: ReadonlyMap<string, string>
beforeAll(async () => {
  const text = await readFile(path.resolve(import.meta.dirname, '../compose.yaml'), 'utf8')
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

  it('asks for a password on Redis, as on PostgreSQL, and has none of its own', () => {
    expect(services.get('redis')).toContain('requirepass $$REDIS_PASSWORD')
    expect(services.get('octavo')).toContain('redis://:${REDIS_PASSWORD:?')
    expect(services.get('postgres')).toContain('POSTGRES_PASSWORD: ${POSTGRES_PASSWORD:?')
  })
})
