import { sessionIn } from '#core/access/facts.ts'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { createServer, request, type IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditOperations } from '#core/audit/operations.ts'
import { DomainError, definePlugin, readAsProgram, type Context, type Program } from '#core/plugin.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { site, type Site } from './harness.ts'

const elsewhere = { address: '' }
const waiting = { arrived: Promise.withResolvers<void>(), ended: Promise.withResolvers<void>() }
const KEPT = { itemId: 7, scopes: ['read'], onBehalfOf: null } as const
/** Ends once what only administrators may do is refused, with the refusal. */
const asLongAsAllowed = (perform: Context['perform']): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(pieces) {
      const outcome = await outcomeOf(perform('audit.list', {}))
      pieces.enqueue(new TextEncoder().encode(outcome === 'nothing' ? '.' : outcome))
      if (outcome === 'nothing') await new Promise((resolve) => setTimeout(resolve, 20))
      else pieces.close()
    },
  })
const echo = definePlugin({
  id: 'echo',
  apiVersion: 2,
  summary: 'Tells who asked for what.',
  routes: [
    {
      prefix: '/echo-session/',
      caller: 'session',
      async answer(asked, { actor, perform }) {
        const itemId = Number(new URL(asked.url).searchParams.get('item'))
        if (itemId > 0) await perform('item.detail', { itemId })
        if (asked.url.endsWith('/as-long-as-allowed')) return new Response(asLongAsAllowed(perform))
        if (asked.url.endsWith('/closed')) throw new DomainError('notAllowed')
        const body = { method: asked.method, text: await asked.text(), who: actor.kind }
        return Response.json(body, { status: 201, headers: { 'x-echo': 'yes' } })
      },
    },
    {
      prefix: '/echo-token/',
      caller: 'token',
      async actorOf({ headers, url }, ctx) {
        const token = headers.get('authorization') ?? ''
        if (url.endsWith('/anybody')) return { kind: 'user', id: 1, isAdmin: true } as unknown as Program
        const program = readAsProgram(ctx, token, [{ ...KEPT, secret: 'Bearer of the plugin' }])
        if (!program) throw new DomainError('loginRequired')
        return program
      },
      answer: async ({ headers }, ctx) => {
        const { actor } = ctx
        const session = sessionIn(ctx)
        session.rememberCaptcha('nothing', 60_000)
        return Response.json({ actor, cookie: headers.get('cookie'), captcha: session.captchaId })
      },
    },
    {
      prefix: '/echo-none/',
      caller: 'none',
      async answer({ url, signal, body, headers }, { actor, audit }) {
        const { pathname } = new URL(url)
        if (pathname.endsWith('/wait')) {
          signal.addEventListener('abort', () => waiting.ended.resolve())
          waiting.arrived.resolve()
          await waiting.ended.promise
        }
        if (pathname.endsWith('/late')) {
          const pull = (pieces: ReadableStreamDefaultController<Uint8Array>): void => {
            audit({ action: 'item.exported', object: { kind: 'item', id: 7 }, detail: 'while it was sent' })
            pieces.close()
          }
          return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }))
        }
        if (pathname.endsWith('/elsewhere')) return fetch(elsewhere.address)
        if (pathname.endsWith('/announced')) {
          const [announced = '', sent = ''] = (new URL(url).searchParams.get('bytes') ?? '').split(' ')
          const pieces = new Blob([new Uint8Array(Number(sent))]).stream()
          return new Response(pieces, { headers: { 'content-length': announced, 'transfer-encoding': 'chunked' } })
        }
        if (pathname.endsWith('/used')) {
          const used = Response.json({}, { headers: { 'content-encoding': 'gzip', 'x-used': 'yes' } })
          await used.text()
          return used
        }
        if (pathname.endsWith('/stuck'))
          return new Response(new ReadableStream({ cancel: () => new Promise<never>(() => {}) }))
        // The reply begins before the request has ended, and what comes in goes out.
        if (pathname.endsWith('/mirror')) return new Response(body)
        if (pathname.endsWith('/refuse')) throw new DomainError('notAllowed')
        const seen = ['cookie', 'authorization'].filter((name) => headers.has(name))
        return Response.json({ who: actor.kind, seen })
      },
    },
  ],
})

let here: Site
let origin = ''
beforeAll(async () => {
  here = await site({ plugins: [echo] })
  origin = await here.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => here.close())

const post = (path: string, headers: Readonly<Record<string, string>>) =>
  here.app.inject({
    method: 'POST',
    url: `${path}x?y=1`,
    payload: 'hello',
    headers: { 'content-type': 'text/x', ...headers },
  })
/** To a request without a body, as it comes over the line: clients refuse to send some. */
async function rawReply(method: string, address = '/echo-none/x'): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.end(`${method} ${address} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n`)
  return (await socket.setEncoding('utf8').toArray()).join('')
}
const cookie = async () => `token=${(await here.browserOf(here.world.owner)).cookies.get('token') ?? ''}`
const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'same-site' }

describe('an address that a plugin answers for who is logged in', () => {
  it('knows the method, the body and the caller, and decides about status and headers', async () => {
    const reply = await post('/echo-session/', { cookie: await cookie(), 'sec-fetch-site': 'same-origin' })

    expect(reply.statusCode).toBe(201)
    expect(reply.headers['x-echo']).toBe('yes')
    expect(reply.json()).toEqual({ method: 'POST', text: 'hello', who: 'user' })
  })

  it('knows within one answer that its caller administers no more, and that nobody is logged in any more', async () => {
    const { admin, product } = here.world
    const address = `${origin}/echo-session/as-long-as-allowed`
    const begun = async (change: () => Promise<unknown>): Promise<string> => {
      const token = (await here.browserOf(admin)).cookies.get('token') ?? ''
      const { body } = await fetch(address, { headers: { cookie: `token=${token}`, 'accept-encoding': 'identity' } })
      const pieces: string[] = []
      for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        if (pieces.length === 0) await change()
        pieces.push(piece)
      }
      return pieces.join('').replace(/^\.+/, '')
    }

    const demoted = await begun(() => product.database.users.update(admin.id, { isAdmin: false }))
    await product.database.users.update(admin.id, { isAdmin: true })
    const loggedOut = await begun(() => product.database.logins.closeAll(admin.id, null))

    expect([demoted, loggedOut]).toEqual(['notAllowed', 'loginRequired'])
  })

  it('refuses in the envelope', async () => {
    expect((await here.browser().get('/echo-session/closed')).json()).toMatchObject({ error_code: 10103, data: {} })
  })

  it('lets pages of other websites only look, whoever has them open (threats T4)', async () => {
    for (const headers of [foreign, { ...foreign, cookie: await cookie() }, { ...foreign, cookie: 'visits=1-1-1.x' }]) {
      const sent = await post('/echo-session/', headers)
      expect(sent.statusCode).toBe(403)
      expect(sent.json()).toMatchObject({ error_code: 10430 })
      expect((await here.app.inject({ url: '/echo-session/x', headers })).statusCode).toBe(201)
    }
  })

  it('has what it performs refused and on record as if the caller had called it, once', async () => {
    const { world, browserOf } = here
    const item = await world.addItem({ visitPassword: 'a visit password' })
    const stranger = await browserOf(world.stranger)

    const reply = await stranger.get(`/echo-session/x?item=${item.id}`)

    expect(reply.json()).toMatchObject({ error_code: 10303 })
    const { list } = await world.admin.do(auditOperations.list, { actorId: world.stranger.id })
    const refused = list.filter(({ action }) => action === 'access.refused')
    expect(refused).toMatchObject([{ operation: 'item.detail', objectId: String(item.id) }])
  })

  it('is open to programs, which say nothing of where they are', async () => {
    const token = (await here.browserOf(here.world.owner)).cookies.get('token') ?? ''

    expect((await post('/echo-session/', {})).json()).toMatchObject({ who: 'visitor' })
    const withLogin = await post('/echo-session/', { ...foreign, authorization: `Bearer ${token}` })
    expect(withLogin.json()).toMatchObject({ who: 'user' })
  })

  it('refuses a token that is no login', async () => {
    const reply = await post('/echo-session/', { authorization: 'Bearer of the plugin' })

    expect(reply.json()).toMatchObject({ error_code: 10102 })
  })
})

describe('an address that a plugin answers for programs with a token of its own', () => {
  it('is reached by the token, which stands for whom the plugin says', async () => {
    const reply = await post('/echo-token/', { authorization: 'Bearer of the plugin' })

    expect(reply.json()).toEqual({ actor: { kind: 'token', ...KEPT }, cookie: null, captcha: null })
  })

  it('is answered for nobody whom no door has verified', async () => {
    const { statusCode, body } = await here.app.inject({ url: '/echo-token/anybody' })

    expect(statusCode).toBe(500)
    expect(body).not.toContain('isAdmin')
  })

  it('has no use for a login cookie, whichever website sends it, and writes none', async () => {
    const headers = { ...foreign, cookie: `${await cookie()}; captcha=known` }

    const without = await post('/echo-token/', headers)
    const along = await post('/echo-token/', { ...headers, authorization: 'Bearer of the plugin' })

    expect(without.json()).toMatchObject({ error_code: 10102 })
    expect(along.json()).toMatchObject({ actor: KEPT, cookie: null, captcha: null })
    expect(along.headers['set-cookie']).toBeUndefined()
  })
})

describe('an address that a plugin answers for anybody', () => {
  it('knows nobody, is told no secret, and looks at no origin', async () => {
    const reply = await post('/echo-none/', { ...foreign, cookie: await cookie(), authorization: 'Bearer no login' })

    expect(reply.json()).toEqual({ who: 'visitor', seen: [] })
  })

  it.each(['no host', 'a/b?', 'a@', '[', 'a:b'])(
    'refuses the host %j, of which no address can be made (threats J2)',
    async (host) => {
      const reply = await here.app.inject({ url: '/echo-none/x', headers: { host } })

      expect(reply.json()).toMatchObject({ error_code: 10101 })
    },
  )

  it('takes every method that a request of the web can have, and no other (threats J2)', async () => {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)
      expect((await here.app.inject({ method, url: '/echo-none/x' })).statusCode, method).toBe(200)
    const traced = await rawReply('TRACE')
    expect(traced).toMatch(/^HTTP\/1.1 404 /)
  })

  it.each(['/echo-none/../api/x', '/echo-none/%2e%2E/x', '/echo-none/.%2e\\x', 'http://elsewhere.example/echo-none/x'])(
    'gets no address but its own: not %s',
    async (address) => {
      expect(await rawReply('GET', address)).toContain('"error_code":10101')
      expect(await rawReply('GET', '/echo-none/a/..%2fx')).toContain('"who":"visitor"')
    },
  )

  it('has on record what it says while its stream is sent', async () => {
    await here.app.inject({ url: '/echo-none/late' })

    const keptOnRecord = async () => {
      const { list } = await here.world.admin.do(auditOperations.list, { action: 'item.exported' })
      expect(list).toMatchObject([{ operation: '/echo-none/', detail: 'while it was sent' }])
    }
    await vi.waitFor(keptOnRecord, { timeout: 20_000, interval: 20 })
  })

  it('passes on what it got from another server as that said it', async () => {
    const said = 'what the other server says, over and over again. '.repeat(50)
    const other = createServer((_, reply) => {
      reply
        .writeHead(200, {
          ...{ 'content-type': 'text/x', 'content-encoding': 'gzip', 'x-other': 'yes' },
          ...{ 'set-cookie': 'token=of-somebody-else; Path=/', 'clear-site-data': '"cookies"' },
        })
        .end(gzipSync(said))
    })
    await once(other.listen(0, '127.0.0.1'), 'listening')
    elsewhere.address = `http://127.0.0.1:${(other.address() as AddressInfo).port}`

    const reply = await fetch(`${origin}/echo-none/elsewhere`)
    other.close()

    expect(await reply.text()).toBe(said)
    expect([reply.headers.get('content-type'), reply.headers.get('x-other')]).toEqual(['text/x', 'yes'])
    // They would log in, or log out, whoever asks.
    expect([reply.headers.has('set-cookie'), reply.headers.has('clear-site-data')]).toEqual([false, false])
  })

  it('is never taken for whole where its stream has another length than it said, as the rest would be the next answer', async () => {
    const asked = async (announced: string, sent: number) => {
      const reply = await fetch(`${origin}/echo-none/announced?bytes=${encodeURIComponent(`${announced} ${sent}`)}`)
      // Refused where that is known before anything was sent.
      if (!reply.ok) return 'not whole'
      return (await reply.arrayBuffer().catch(() => ({ byteLength: 'not whole' }))).byteLength
    }

    expect([await asked('2000000', 2_000_000), await asked('10', 5)]).toEqual([2_000_000, 5])
    expect([await asked('2000000', 2_000_100), await asked('2000000', 5)]).toEqual(['not whole', 'not whole'])
    expect([await asked('5, 5', 5), await asked('2e6', 5)]).toEqual(['not whole', 'not whole'])
  })

  it('is refused as always where its reply was read already', async () => {
    const reply = await here.app.inject({ url: '/echo-none/used' })

    expect(reply.json()).toMatchObject({ error_code: 10500 })
    expect([reply.headers['content-encoding'], reply.headers['x-used']]).toEqual([undefined, undefined])
  })

  it('tells only the head of a stream, whatever the plugin does about its end', async () => {
    const reply = await here.app.inject({ method: 'HEAD', url: '/echo-none/stuck' })

    expect([reply.statusCode, reply.body]).toEqual([200, ''])
  })

  it('sends what it receives before it has received all of it', async () => {
    const asked = request(`${origin}/echo-none/mirror`, { method: 'POST', headers: { 'content-type': 'text/x' } })
    asked.write('one ')
    const [reply] = (await once(asked, 'response')) as [IncomingMessage]
    const pieces = reply.setEncoding('utf8')[Symbol.asyncIterator]()

    expect(await pieces.next()).toEqual({ value: 'one ', done: false })
    asked.write('two')
    expect(await pieces.next()).toEqual({ value: 'two', done: false })
    asked.end()
    expect(await pieces.next()).toMatchObject({ done: true })
  })

  it('refuses a long body that it does not read, so that the sender gets to know it', async () => {
    const reply = await fetch(`${origin}/echo-none/refuse`, { method: 'POST', body: new Uint8Array(4_000_000) })

    expect(await reply.json()).toMatchObject({ error_code: 10103 })
  })

  it('is told when nobody waits any more', async () => {
    const asked = request(`${origin}/echo-none/wait`).on('error', () => undefined)
    asked.end()
    await waiting.arrived.promise

    asked.destroy()

    await waiting.ended.promise
  })
})

describe('no address belongs to a plugin and to an item', () => {
  it('for an item cannot have a domain that plugins use, or will', async () => {
    const { owner, addItem } = here.world
    const { id } = await addItem()
    const browser = await here.browserOf(owner)
    const wish = (domain: string) =>
      browser.post('item/update', { item_id: id, item_name: 'x', item_description: '', item_domain: domain })

    for (const domain of ['echo-none', 'not-yet', 'server', 'mock-path', 'plugins'])
      expect(await wish(domain), domain).toMatchObject({ error_code: 10305 })
    expect(await wish('echo')).toMatchObject({ error_code: 0 })
  })
})
