import { describe, expect, it, vi } from 'vitest'
import type { Log } from '#core/ports/surroundings.ts'
import { forwardedHint } from '#server/forwarded-hint.ts'
import { createApp } from '#server/app.ts'
import { silentLog } from '#tests/support/services.ts'
import { site } from './harness.ts'

describe('the host of a request', () => {
  it('is the one of PUBLIC_URL, whatever the port, or it is refused everywhere but for health', async () => {
    const here = await site({ environment: { PUBLIC_URL: 'https://docs.example.org' } })
    const statusAt = async (host: string, url: string) =>
      (await here.app.inject({ method: 'GET', url, headers: { host } })).statusCode

    for (const url of ['/api/common/version', '/trpc/site.version']) {
      expect(await statusAt('docs.example.org', url)).toBe(200)
      expect(await statusAt('DOCS.example.org:8443', url)).toBe(200)
      for (const host of ['evil.example', '127.0.0.1:4000', 'docs.example.org.evil.example', 'x.docs.example.org'])
        expect([host, url, (await statusAt(host, url)) >= 400]).toEqual([host, url, true])
    }
    for (const url of ['/healthz', '/readyz']) expect(await statusAt('127.0.0.1:4000', url)).toBe(200)
    const refused = await here.app.inject({
      method: 'GET',
      url: '/api/common/version',
      headers: { host: 'evil.example' },
    })
    expect([refused.statusCode, refused.json()]).toMatchObject([421, { error_code: 10433 }])
    expect(refused.json<{ error_message: string }>().error_message).toContain('https://docs.example.org')
    await here.close()
  })

  it('is that of this machine by any of its names, when it is one of them', async () => {
    const here = await site({ environment: { PUBLIC_URL: 'http://localhost:4000' } })
    const statusAt = async (host: string) =>
      (await here.app.inject({ method: 'GET', url: '/api/common/version', headers: { host } })).statusCode

    for (const host of ['localhost:4000', '127.0.0.1:4000', '[::1]:4000']) expect(await statusAt(host)).toBe(200)
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.2'])
      expect([host, await statusAt(host)]).toEqual([host, 421])
    await here.close()
  })

  it('is any while the site does not say which is its own', async () => {
    const here = await site()

    const reply = await here.app.inject({ method: 'GET', url: '/api/common/version', headers: { host: 'any.example' } })

    expect(reply.statusCode).toBe(200)
    await here.close()
  })
})

describe('/readyz (threats G7)', () => {
  it('asks the database once a second, however many ask', async () => {
    const here = await site()
    let asked = 0
    const health = async () => void (asked += 1)
    const app = await createApp({ ...here.application, health }, { hasPages: false })

    vi.useFakeTimers({ toFake: ['performance'] })
    const replies = await Promise.all(Array.from({ length: 40 }, () => app.inject({ method: 'GET', url: '/readyz' })))

    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(asked).toBe(1)
    vi.advanceTimersByTime(1_000)
    await app.inject({ method: 'GET', url: '/readyz' })
    vi.useRealTimers()
    expect(asked).toBe(2)
    await app.close()
    await here.close()
  })
})

describe('X-Forwarded-For from an address nobody trusts', () => {
  const request = (remoteAddress: string, forwarded?: string, ips?: readonly string[]) =>
    ({
      ips,
      socket: { remoteAddress },
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    }) as never

  it('is told to the operator once an hour for each address, and once a minute for all', () => {
    const told: unknown[] = []
    let now = 0
    const log: Log = { ...silentLog, warn: (_, facts) => void told.push((facts as { address: string }).address) }
    const hint = forwardedHint(log, () => now)

    for (const ip of ['10.0.0.1', '10.0.0.1', '10.0.0.2']) hint(request(ip, '198.51.100.1'))
    expect(told).toEqual(['10.0.0.1'])
    now = 60_000
    for (const ip of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) hint(request(ip, '198.51.100.1'))
    now = 3_599_999
    hint(request('10.0.0.1', '198.51.100.1'))
    expect(told).toEqual(['10.0.0.1', '10.0.0.2'])
    now = 3_600_000
    hint(request('10.0.0.1', '198.51.100.1'))

    expect(told).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.1'])
  })

  it('is nothing to tell of without the header, or from a proxy that is trusted', () => {
    const told: unknown[] = []
    const hint = forwardedHint({ warn: (message) => void told.push(message) })

    hint(request('10.0.0.1'))
    hint(request('10.0.0.1', '198.51.100.1', ['10.0.0.1', '198.51.100.1']))

    expect(told).toEqual([])
  })

  it('is told of by the server', async () => {
    const here = await site()
    const told: string[] = []
    const services = {
      ...here.application.product.services,
      log: { ...silentLog, warn: (text: string) => void told.push(text) },
    }
    const product = { ...here.application.product, services }
    const app = await createApp({ ...here.application, product }, { hasPages: false })

    await app.inject({ method: 'GET', url: '/healthz', headers: { 'x-forwarded-for': '198.51.100.1' } })

    expect(told).toEqual(['X-Forwarded-For came from an address that is not trusted, and does not count'])
    await app.close()
    await here.close()
  })

  it('is nothing to tell of where the proxy is trusted, also when the person sits beside it', async () => {
    const here = await site({ environment: { TRUSTED_PROXIES: '127.0.0.1' } })
    const told: string[] = []
    const services = {
      ...here.application.product.services,
      log: { ...silentLog, warn: (text: string) => void told.push(text) },
    }
    const app = await createApp(
      { ...here.application, product: { ...here.application.product, services } },
      { hasPages: false },
    )

    for (const person of ['198.51.100.1', '127.0.0.1'])
      await app.inject({ method: 'GET', url: '/healthz', headers: { 'x-forwarded-for': person } })

    expect(told).toEqual([])
    await app.close()
    await here.close()
  })
})

describe('the token of a login', () => {
  it('is in the answer on REST, as specified, and over tRPC in the cookie alone', async () => {
    const here = await site()
    const { username } = here.world.owner
    const login = { username, password: here.world.password }

    const rest = await here.browser().post('user/login', login)
    const trpc = await here.browser().request({
      method: 'POST',
      url: '/trpc/account.login',
      payload: JSON.stringify(login),
      headers: { 'content-type': 'application/json' },
    })

    expect(rest.data.user_token).toMatch(/^[\w-]{43}$/)
    expect(trpc.cookies.map(({ name }) => name)).toContain('token')
    const { data } = trpc.json<{ result: { data: Record<string, unknown> } }>().result
    expect(data).toMatchObject({ username })
    expect(Object.keys(data).filter((key) => /token/i.test(key))).toEqual([])
    await here.close()
  })
})
