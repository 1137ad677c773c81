import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'

/** A Redis of one test, which may end, hang and come back at the same address. */
export interface RedisServer extends AsyncDisposable {
  readonly url: string
  start(): Promise<void>
  /** Ends it at once. */
  kill(): Promise<void>
  /** From now on it takes connections and commands and answers none of them. */
  freeze(): void
  thaw(): void
}

/** Started. Needs Debian's `redis-server`. */
export async function redisServer(): Promise<RedisServer> {
  const port = await freePort()
  let child: ChildProcess | null = null
  const start = async (): Promise<void> => {
    child = await started(port)
  }
  const kill = async (): Promise<void> => {
    if (!child) return
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child.kill('SIGKILL')
    child = null
    await ended
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}/0`,
    start,
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    [Symbol.asyncDispose]: kill,
  }
}

function started(port: number): Promise<ChildProcess> {
  const child = spawn('redis-server', [
    ...['--bind', '127.0.0.1', '--port', String(port), '--dir', tmpdir()],
    ...['--save', '', '--appendonly', 'no'],
  ])
  let said = ''
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('Ready to accept connections')) resolve(child)
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`redis-server ended: ${said}`)))
  })
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
