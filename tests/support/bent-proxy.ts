import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the proxy does with a request: forward it, refuse it with 503, or leave it unanswered. */
export type Bend = 'pass' | 'refuse' | 'hold'

export interface BentProxy extends AsyncDisposable {
  readonly port: number
  /** Decides about requests from now on. */
  bend(decide: (request: IncomingMessage) => Bend): void
  /** Resolves once a request is held; immediately if there is one already. */
  held(): Promise<void>
}

/** A local proxy in front of a server that lets a test make it fail. */
export async function bentProxy(target: number): Promise<BentProxy> {
  let decide: (request: IncomingMessage) => Bend = () => 'pass'
  let holding = Promise.withResolvers<void>()
  const server = createServer((asked, reply) => {
    const bend = decide(asked)
    if (bend === 'hold') return holding.resolve()
    if (bend === 'pass') return pass(asked, reply, target)
    asked.resume()
    reply.writeHead(503).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    bend(next) {
      decide = next
      holding = Promise.withResolvers()
    },
    held: () => holding.promise,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function pass(asked: IncomingMessage, reply: ServerResponse, port: number): void {
  const { method, url: path, headers } = asked
  const onward = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(reply)
  })
  onward.once('error', () => reply.destroy())
  asked.pipe(onward)
}
