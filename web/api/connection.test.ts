// @vitest-environment jsdom
import { getUntypedClient, TRPCClientError } from '@trpc/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openAs } from '../session/opened-as.ts'
import { refusalOf } from './errors.ts'
import { server } from './trpc.ts'

interface Sent {
  readonly path: string
  readonly method: string
  readonly headers: Headers
  readonly inputs: unknown
  readonly signal: AbortSignal
}

let sent: Sent[]
let reply: (names: readonly string[]) => Response | Promise<Response>

beforeEach(() => {
  sent = []
  reply = (names) => Response.json(names.map((name) => ({ result: { data: name } })))
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, location.origin)
    const text = (init.body as string | undefined) ?? url.searchParams.get('input') ?? ''
    sent.push({
      path: url.pathname,
      method: init.method ?? 'GET',
      headers: new Headers(init.headers),
      inputs: JSON.parse(text),
      signal: init.signal as AbortSignal,
    })
    return reply(url.pathname.replace('/trpc/', '').split(','))
  })
})
afterEach(() => {
  openAs('')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const askFor = (count: number): Promise<unknown>[] =>
  Array.from({ length: count }, (_, pageId) => server.page.view.query({ pageId }))
/** What a call of a refused kind ends in, as a screen reads it. */
const refusalWhen = async (call: Promise<unknown>) =>
  refusalOf(
    await call.then(
      () => null,
      (error: unknown) => error,
    ),
  )
const refusal = (kind: string) => ({
  error: { message: 'Not now.', code: -32_600, data: { kind, errorCode: 10_103, details: { who: 'olga' } } },
})

describe('what travels to the server', () => {
  it('queries asked in the same moment travel in one request', async () => {
    await Promise.all([server.page.view.query({ pageId: 7 }), server.account.me.query({})])

    expect(sent.map(({ path, method, inputs }) => [path, method, inputs])).toEqual([
      ['/trpc/page.view,account.me', 'GET', { 0: { pageId: 7 }, 1: {} }],
    ])
  })

  it('no request carries more queries than the server takes, and each gets its own answer', async () => {
    reply = (names) => Response.json(names.map((_, at) => ({ result: { data: at } })))

    const answers = await Promise.all(askFor(45))

    expect(sent.map(({ path }) => path.split(',').length)).toEqual([20, 20, 5])
    expect(answers.slice(18, 22)).toEqual([18, 19, 0, 1])
  })

  it('queries of plugins travel in a request of their own, which the core does not wait for', async () => {
    const held = Promise.withResolvers<Response>()
    const answer = reply
    reply = (names) => (names.includes('comment.list') ? held.promise : answer(names))
    const plugins = getUntypedClient(server)

    const comments = plugins.query('comment.list', { pageId: 7 })
    const counts = plugins.query('message.counts', {})
    const own = await Promise.all([server.page.view.query({ pageId: 7 }), server.account.me.query({})])

    expect(own).toEqual(['page.view', 'account.me'])
    expect(sent.map(({ path }) => path)).toEqual(['/trpc/comment.list,message.counts', '/trpc/page.view,account.me'])
    held.resolve(answer(['comment.list', 'message.counts']))
    expect(await Promise.all([comments, counts])).toEqual(['comment.list', 'message.counts'])
  })

  it('a plugin that hangs keeps only its own answers, and the others are asked without it', async () => {
    const limits: AbortController[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const limit = new AbortController()
      if (ms < 20_000) limits.push(limit)
      return limit.signal
    })
    const answer = reply
    reply = (names) =>
      names.some((name) => name.startsWith('comment.'))
        ? new Promise((_resolve, reject) => {
            const { signal } = sent.at(-1) as Sent
            signal.addEventListener('abort', () => reject(signal.reason as Error))
          })
        : answer(names)
    const plugins = getUntypedClient(server)

    void plugins.query('comment.list', { pageId: 7 }).catch(() => undefined)
    const counts = plugins.query('message.counts', {})
    await vi.waitFor(() => expect(limits).toHaveLength(1), { timeout: 20_000 })
    limits[0]?.abort(new DOMException('too late', 'TimeoutError'))

    expect(await counts).toBe('message.counts')
    void plugins.query('comment.list', { pageId: 8 }).catch(() => undefined)
    expect(await plugins.query('message.unread', {})).toBe('message.unread')
    expect(sent.map(({ path }) => path)).toEqual([
      '/trpc/comment.list,message.counts',
      '/trpc/comment.list',
      '/trpc/message.counts',
      '/trpc/comment.list',
      '/trpc/message.unread',
    ])
    expect(limits).toHaveLength(1)
  })

  it.each([
    ['together again once they answer soon', 10, ['/trpc/comment.list,message.counts']],
    ['apart while they answer late', 9_000, ['/trpc/comment.list', '/trpc/message.counts']],
  ])('after a slow moment plugins are asked %s', async (_case, each, expected) => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const limit = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
      ms < 20_000 && !limit.signal.aborted ? limit.signal : new AbortController().signal,
    )
    const plugins = getUntypedClient(server)
    const ask = () => Promise.all([plugins.query('comment.list', { pageId: 7 }), plugins.query('message.counts', {})])
    // Another test may have left them apart.
    await ask()
    const answer = reply
    reply = (names) => {
      if (names.length > 1 && !limit.signal.aborted) {
        limit.abort(new DOMException('too late', 'TimeoutError'))
        return Promise.reject(limit.signal.reason as Error)
      }
      now += each
      return answer(names)
    }
    await ask()
    sent = []

    expect(await ask()).toEqual(['comment.list', 'message.counts'])

    expect(sent.map(({ path }) => path)).toEqual(expected)
  })

  it('a command travels alone and as JSON, so that none waits for another', async () => {
    reply = () => Response.json({ result: { data: null } })

    await Promise.all([
      server.page.share.mutate({ pageId: 1, isShared: true }),
      server.account.logout.mutate({ confirm: true }),
    ])

    expect(sent.map(({ path, method, inputs }) => [path, method, inputs])).toEqual([
      ['/trpc/page.share', 'POST', { pageId: 1, isShared: true }],
      ['/trpc/account.logout', 'POST', { confirm: true }],
    ])
    expect(sent.map(({ headers }) => headers.get('content-type'))).toEqual(['application/json', 'application/json'])
  })

  it('says with every call whose window it is', async () => {
    openAs('42')
    await Promise.all(askFor(1))
    reply = () => Response.json({ result: { data: null } })
    await server.account.logout.mutate({ confirm: true })

    expect(sent.map(({ headers }) => headers.get('x-opened-as'))).toEqual(['42', '42'])
  })

  it('[CONST-09] ends by itself when the server does not answer within 20 seconds', async () => {
    const limit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    reply = () =>
      new Promise((_resolve, reject) => {
        const { signal } = sent.at(-1) as Sent
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        limit.abort(new DOMException('too late', 'TimeoutError'))
      })

    expect(await refusalWhen(server.account.me.query({}))).toEqual({ kind: null, message: null, details: {} })
    expect(timeout).toHaveBeenCalledWith(20_000)
  })
})

describe('what comes back', () => {
  it('is a refusal with its kind, its words and its details for the query that was refused alone', async () => {
    reply = () => Response.json([{ result: { data: 'page' } }, refusal('pageLocked')], { status: 207 })
    const [first = Promise.reject(new Error('nothing was asked')), second = first] = askFor(2)

    expect(await refusalWhen(second)).toEqual({ kind: 'pageLocked', message: 'Not now.', details: { who: 'olga' } })
    expect(await first).toBe('page')
  })

  it('is a refusal for all when the request itself was refused, as it is once somebody else is logged in', async () => {
    reply = () => Response.json(refusal('otherPerson'), { status: 400 })

    const refusals = await Promise.all(askFor(2).map(refusalWhen))

    expect(refusals.map((one) => one?.kind)).toEqual(['otherPerson', 'otherPerson'])
  })

  it.each([
    ['the line is dead', () => Promise.reject(new TypeError('fetch failed'))],
    ['something else answers', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
    ['the answer is of no known form', () => Response.json({ ok: true })],
  ])('[ERR-15] is a broken connection, without words for people, when %s', async (_case, answer) => {
    reply = answer
    const error: unknown = await server.account.me.query({}).catch((cause: unknown) => cause)

    expect(error).toBeInstanceOf(TRPCClientError)
    expect(refusalOf(error)).toEqual({ kind: null, message: null, details: {} })
  })
})
