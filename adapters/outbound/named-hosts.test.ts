import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { OUTBOUND_BYTES, type OutboundCall } from '#core/ports/outbound.ts'
import type { Resolver } from './name-lookups.ts'
import { NamedHosts } from './named-hosts.ts'
import { relayHostsIn } from './relay-hosts.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server on this machine, and the requests it received. */
async function serverThat(answer: RequestListener) {
  const heard: IncomingMessage[] = []
  const server = createServer((request, response) => {
    heard.push(request)
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, heard, port: (server.address() as AddressInfo).port }
}
const callTo = (url: string, facts: Partial<OutboundCall> = {}): OutboundCall => ({
  ...{ method: 'GET', url: new URL(url), headers: [], body: null },
  ...facts,
})
const unending = new AbortController().signal
const standingFor =
  (...addresses: readonly string[]): Resolver =>
  async () =>
    addresses
const textOf = ({ body }: { readonly body: Uint8Array }) => new TextDecoder().decode(body)
/** The response. @throws Error when there is none */
async function answerOf(hosts: NamedHosts, call: OutboundCall, ended = unending) {
  const answer = await hosts.call(call, ended)
  if ('failure' in answer) throw new Error(answer.failure)
  return answer
}

describe('a call to an allowed host', () => {
  it('[threats S1] goes to the verified address, however often the name changes', async () => {
    const { heard, port } = await serverThat((_, response) => response.end('here'))
    const asked: string[] = []
    const hosts = new NamedHosts(relayHostsIn(`api.test:${port}=127.0.0.0/8`), async (name) => {
      asked.push(name)
      return asked.length === 1 ? ['127.0.0.1'] : ['127.0.0.2']
    })

    const answer = await answerOf(hosts, callTo(`http://api.test:${port}/a?b=1`))

    expect([answer.status, textOf(answer), answer.isCut]).toEqual([200, 'here', false])
    expect(asked).toEqual(['api.test'])
    expect(heard.map(({ url, headers }) => [url, headers.host])).toEqual([['/a?b=1', `api.test:${port}`]])
  })

  it('sends nothing that was not given, and omits headers that callers cannot choose', async () => {
    const { heard, port } = await serverThat((request, response) => request.pipe(response))
    const hosts = new NamedHosts(relayHostsIn(`api.test:${port}=127.0.0.1`), standingFor('127.0.0.1'))
    const headers = [
      ['X-A', '1'],
      ['x-a', '2'],
      ['Cookie', 'c=1'],
      ['Host', 'inner.test'],
      ['Content-Length', '1'],
      ['Transfer-Encoding', 'chunked'],
      ['Expect', '100-continue'],
    ] as const
    const body = new TextEncoder().encode('text')

    const echoed = await answerOf(hosts, callTo(`http://api.test:${port}/`, { method: 'POST', headers, body }))
    await answerOf(hosts, callTo(`http://api.test:${port}/`))

    expect(textOf(echoed)).toBe('text')
    expect(heard.map(({ headers }) => ({ ...headers, connection: undefined }))).toEqual([
      { 'x-a': '1, 2', cookie: 'c=1', 'content-length': '4', host: `api.test:${port}` },
      { host: `api.test:${port}` },
    ])
  })

  it('returns a redirect, and does not follow it', async () => {
    const inner = await serverThat((_, response) => response.end('secret'))
    const location = `http://127.0.0.1:${inner.port}/`
    const { port } = await serverThat((_, response) => response.writeHead(307, { location }).end('elsewhere'))
    const hosts = new NamedHosts(relayHostsIn(`api.test:${port}=127.0.0.1`), standingFor('127.0.0.1'))

    const answer = await answerOf(hosts, callTo(`http://api.test:${port}/`))

    expect([answer.status, textOf(answer)]).toEqual([307, 'elsewhere'])
    expect(answer.headers).toContainEqual(['location', location])
    expect(inner.heard).toEqual([])
  })

  it('reads a limited part of an endless response, and closes it', async () => {
    const { heard, port } = await serverThat((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        response.once('drain', more)
      }
      more()
    })
    const hosts = new NamedHosts(relayHostsIn(`api.test:${port}=127.0.0.1`), standingFor('127.0.0.1'))

    const answer = await answerOf(hosts, callTo(`http://api.test:${port}/`))

    expect([answer.body.length, answer.isCut]).toEqual([OUTBOUND_BYTES, true])
    const [request] = heard
    await new Promise((resolve) => (request?.socket.destroyed ? resolve(null) : request?.socket.once('close', resolve)))
  })

  it('ends at its time limit, wherever it waits', async () => {
    const beginsOnly = await serverThat((_, response) => {
      response.write('a beginning')
      ending.abort()
    })
    const ending = new AbortController()
    const slow = new NamedHosts(relayHostsIn(`api.test:${beginsOnly.port}=127.0.0.1`), standingFor('127.0.0.1'))
    expect(await slow.call(callTo(`http://api.test:${beginsOnly.port}/`), ending.signal)).toEqual({ failure: 'late' })

    const asking = new AbortController()
    const silent = new NamedHosts(relayHostsIn('api.test'), () => {
      asking.abort()
      return new Promise(() => undefined)
    })
    expect(await silent.call(callTo('http://api.test/'), asking.signal)).toEqual({ failure: 'late' })
    expect(await silent.call(callTo('http://api.test/'), AbortSignal.abort())).toEqual({ failure: 'late' })
  })

  it('does not reveal what went wrong', async () => {
    const { server, port } = await serverThat((request) => request.socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
    const hosts = new NamedHosts(relayHostsIn(`api.test:${port}=127.0.0.1,gone.test`), async (name) => {
      if (name === 'gone.test') throw new Error('ENOTFOUND')
      return ['127.0.0.1']
    })

    expect(await hosts.call(callTo(`http://api.test:${port}/`), unending)).toEqual({ failure: 'silent' })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    expect(await hosts.call(callTo(`http://api.test:${port}/`), unending)).toEqual({ failure: 'silent' })
    expect(await hosts.call(callTo('http://gone.test/'), unending)).toEqual({ failure: 'silent' })
  })

  it.each([
    ['CONNECT', { method: 'CONNECT' }],
    ['TRACE', { method: 'TRACE' }],
    ['a method with more behind it', { method: 'GET / HTTP/1.1\r\nX: y' }],
    ['a name of two lines', { headers: [['X\r\nY', 'z']] as const }],
    ['a value of two lines', { headers: [['X', 'y\r\nZ: 1']] as const }],
    ['a value no header can have', { headers: [['X', '密']] as const }],
    ['too long a body', { body: new Uint8Array(OUTBOUND_BYTES + 1) }],
  ])('is not made for %s', async (_, facts) => {
    const hosts = new NamedHosts(relayHostsIn('api.test'), () => Promise.reject(new Error('nobody asks')))

    expect(await hosts.call(callTo('http://api.test/', facts), unending)).toEqual({ failure: 'refused' })
  })
})

describe('an address that is not public', () => {
  it.each([
    ...['127.0.0.1', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
    ...['255.255.255.255', '192.0.0.1', '192.0.2.1', '198.18.0.1', '203.0.113.1', '240.0.0.1'],
    ...['::1', '::', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'fc00::1', 'fd12::1', 'ff02::1', '2001:db8::1'],
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '0:0:0:0:0:ffff:a9fe:a9fe', '::127.0.0.1'],
    ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '100::1', '5f00::1', 'not an address', ''],
  ])('[threats S1] is not reachable by the name of a public host: %s', async (address) => {
    const hosts = new NamedHosts(relayHostsIn('api.test'), standingFor(address))

    const answer = await hosts.call(callTo('http://api.test/'), unending)

    expect(['closed', 'silent']).toContain('failure' in answer && answer.failure)
    const { heard, port } = await serverThat((_, response) => response.end('inside'))
    const onPort = new NamedHosts(relayHostsIn(`api.test:${port}`), standingFor(address))
    expect(await onPort.call(callTo(`http://api.test:${port}/`), unending)).toHaveProperty('failure')
    expect(heard).toEqual([])
  })

  it('[threats S1] is reachable when its network is named, and only there', async () => {
    const { heard, port } = await serverThat((_, response) => response.end('inside'))
    const named = relayHostsIn(`erp.lan:${port}=127.0.0.0/24,other.lan:${port}=10.0.0.0/8`)
    const at = async (name: string, ...addresses: readonly string[]) => {
      const answer = await new NamedHosts(named, standingFor(...addresses)).call(
        callTo(`http://${name}:${port}/`),
        unending,
      )
      return 'failure' in answer ? answer.failure : textOf(answer)
    }

    expect(await at('erp.lan', '127.0.0.1')).toBe('inside')
    expect(await at('erp.lan', '::ffff:127.0.0.1')).toBe('inside')
    expect(await at('erp.lan', '169.254.169.254', '10.0.0.1', '127.0.0.1')).toBe('inside')
    expect(await at('erp.lan', '127.1.0.1')).toBe('closed')
    expect(await at('erp.lan', '1.1.1.1')).toBe('closed')
    expect(await at('other.lan', '127.0.0.1')).toBe('closed')
    expect(heard).toHaveLength(3)
  })

  it('is refused in whichever way it is written', async () => {
    const { heard, port } = await serverThat((_, response) => response.end('inside'))
    const hosts = new NamedHosts(relayHostsIn(`*.test:${port},api.test:${port}`), standingFor('127.0.0.1'))

    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::1]', '[::ffff:127.0.0.1]'])
      expect(await hosts.call(callTo(`http://${host}:${port}/`), unending), host).toEqual({ failure: 'notNamed' })
    expect(heard).toEqual([])
  })
})
