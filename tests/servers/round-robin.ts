import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface RoundRobin extends AsyncDisposable {
  readonly url: string
}

/** The address of a server that a request is handed to, one after the other. */
type Servers = readonly { readonly url: string }[]

/**
 * Hands each request to the next server, whoever sends it, as a proxy in front of several servers does: one that takes no
 * connection is passed over, and a request that was handed to one is never handed to another.
 */
export async function roundRobin(port: number, servers: () => Servers): Promise<RoundRobin> {
  let turn = 0
  const answer = async (asked: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const body = await buffer(asked)
    const [first, ...others] = servers().map((_, at, all) => all[(turn + at) % all.length]?.url ?? '')
    turn += 1
    let isAnswered = first !== undefined && (await handedOn(first, asked, body, reply))
    for (const other of others) isAnswered ||= await handedOn(other, asked, body, reply)
    // As if the connection had broken: whoever asked cannot know what became of it.
    if (!isAnswered) reply.destroy()
  }
  const proxy = createServer((asked, reply) => void answer(asked, reply).catch(() => reply.destroy()))
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

/** @returns false when the server took no connection, so that it has heard nothing */
function handedOn(url: string, asked: IncomingMessage, body: Buffer, reply: ServerResponse): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const { method, headers } = asked
    const sent = request(url + (asked.url ?? '/'), { method, headers, agent: false }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
      answer.on('error', () => reply.destroy())
      answer.on('close', () => resolve(true))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') resolve(false)
      else reject(error)
    })
    sent.end(body)
  })
}
