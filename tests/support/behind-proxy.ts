import { execFile, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { request, type RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort, startServer, type RunningServer } from '#tests/e2e/support/running-server.ts'
import { layDatabase } from './database.ts'

const EXAMPLES = path.resolve(import.meta.dirname, '../../deploy')

/** A file of `deploy/`. */
export const exampleOf = (file: string): Promise<string> => readFile(path.join(EXAMPLES, file), 'utf8')

export interface Answer {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** A dedicated server behind a proxy with TLS. */
export interface BehindProxy extends AsyncDisposable {
  readonly server: RunningServer
  /** As people write it, without a trailing slash. */
  readonly url: string
  /** Requests a path of the host. */
  send(options: RequestOptions, body?: Buffer): Promise<Answer>
  /** Calls a REST operation with a form. */
  post(
    call: string,
    fields: Readonly<Record<string, string>> | FormData,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>
}

/** A program that runs until it is stopped. */
export interface RunningProxy {
  /** @throws Error when the program ends before it answers */
  untilIt(answers: () => Promise<unknown>): Promise<void>
  stop(): Promise<void>
}

/** The files and addresses for a proxy. */
export interface ProxyPlace {
  /** For all its files; contains `fullchain.pem` and `privkey.pem`. */
  readonly folder: string
  readonly port: number
  /** Host and port of the server. */
  readonly upstream: string
}

export interface ProxiedSite {
  /** The host name in the example. */
  readonly host: string
  /** The path of the site in the example, e.g. `/docs`. */
  readonly sitePath?: string
  readonly environment?: Readonly<Record<string, string>>
}

export async function behindProxy(
  { host, sitePath = '', environment = {} }: ProxiedSite,
  start: (place: ProxyPlace) => Promise<RunningProxy>,
): Promise<BehindProxy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-proxy-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const url = `https://${host}:${port}${sitePath}`
  await layDatabase(path.join(folder, 'data/database'))
  const server = await startServer({
    dataDirectory: path.join(folder, 'data'),
    environment: { PUBLIC_URL: url, TRUSTED_PROXIES: '127.0.0.1', ...environment },
  })
  const certificate = await selfSigned(folder, host)
  const proxy = await start({ folder, port, upstream: new URL(server.url).host })
  const send: BehindProxy['send'] = (options, body = Buffer.alloc(0)) =>
    new Promise((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port,
          servername: host,
          ca: certificate,
          ...options,
          headers: { host: `${host}:${port}`, ...options.headers },
        },
        (reply) => {
          let text = ''
          reply.on('data', (chunk: Buffer) => (text += chunk.toString()))
          reply.on('end', () => resolve({ status: reply.statusCode, headers: reply.headers, text }))
        },
      )
      asked.on('error', reject)
      asked.end(body)
    })
  await proxy.untilIt(() => send({ path: '/' }))
  return {
    server,
    url,
    send,
    async post(call, fields, headers = {}) {
      const encoded = new Request('http://unused', {
        method: 'POST',
        body: fields instanceof FormData ? fields : new URLSearchParams(fields),
      })
      const type = encoded.headers.get('content-type') ?? ''
      const body = Buffer.from(await encoded.arrayBuffer())
      const address = `${sitePath}/api/${call}`
      return send({ method: 'POST', path: address, headers: { ...headers, 'content-type': type } }, body)
    },
    async [Symbol.asyncDispose]() {
      await proxy.stop()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Replaces the addresses and files in the example by those of the test. */
export const placed = (text: string, places: Readonly<Record<string, string>>): string =>
  Object.entries(places).reduce((configuration, [from, to]) => {
    if (!configuration.includes(from)) throw new Error(`the example does not say ${from} any more`)
    return configuration.replaceAll(from, to)
  }, text)

/** A proxy running as this child process. */
export function runningProxy(child: ChildProcess): RunningProxy {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  return {
    async untilIt(answers: () => Promise<unknown>): Promise<void> {
      while (child.exitCode === null) {
        const isThere = await answers().then(
          () => true,
          () => false,
        )
        if (isThere) return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`the proxy ended with code ${child.exitCode}`)
    },
    async stop(): Promise<void> {
      child.kill('SIGTERM')
      await gone
    },
  }
}

async function selfSigned(folder: string, host: string): Promise<string> {
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-keyout', path.join(folder, 'privkey.pem'), '-out', path.join(folder, 'fullchain.pem')],
    ...['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`],
  ])
  return readFile(path.join(folder, 'fullchain.pem'), 'utf8')
}
