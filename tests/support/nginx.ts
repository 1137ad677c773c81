import { execFile, spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request, type RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort, startServer, type RunningServer } from '#tests/e2e/support/running-server.ts'
import { layDatabase } from './database.ts'

// Debian puts it where nobody's path but root's leads.
const ENVIRONMENT = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }
const EXAMPLES = path.resolve(import.meta.dirname, '../../deploy')

export const hasNginx = (): boolean => spawnSync('nginx', ['-v'], { env: ENVIRONMENT }).status === 0

export interface Answer {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** A server of its own behind one of the examples for nginx, with TLS. */
export interface BehindNginx extends AsyncDisposable {
  readonly server: RunningServer
  /** As people write it, without a slash at its end. */
  readonly url: string
  /** Asks for a path of the host. */
  send(options: RequestOptions, body?: Buffer): Promise<Answer>
  /** Calls REST with a form. */
  post(
    call: string,
    fields: Readonly<Record<string, string>> | FormData,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>
}

interface NginxOptions {
  /** A file of `deploy/`. */
  readonly example: string
  /** The host the example names. */
  readonly host: string
  /** Where the example has the site, as in `/docs`. */
  readonly sitePath?: string
  readonly environment?: Readonly<Record<string, string>>
}

export async function behindNginx({
  example,
  host,
  sitePath = '',
  environment = {},
}: NginxOptions): Promise<BehindNginx> {
  const folder = await mkdtemp(path.join(tmpdir(), 'octavo-nginx-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const url = `https://${host}:${port}${sitePath}`
  await layDatabase(path.join(folder, 'data/database'))
  const server = await startServer({
    dataDirectory: path.join(folder, 'data'),
    environment: { PUBLIC_URL: url, TRUSTED_PROXIES: '127.0.0.1', ...environment },
  })
  const certificate = await selfSigned(folder, host)
  const configuration = placed(await readFile(path.join(EXAMPLES, example), 'utf8'), {
    '127.0.0.1:4000': new URL(server.url).host,
    'listen 80;': `listen 127.0.0.1:${await freePort()};`,
    'listen 443 ssl;': `listen 127.0.0.1:${port} ssl;`,
    '/etc/ssl/octavo': folder,
  })
  const nginx = await startNginx(folder, configuration)
  const send: BehindNginx['send'] = (options, body = Buffer.alloc(0)) =>
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
  await nginx.untilIt(() => send({ path: '/' }))
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
      await nginx.stop()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The example's own words for the addresses and files that are others here. */
export const placed = (text: string, places: Readonly<Record<string, string>>): string =>
  Object.entries(places).reduce((configuration, [from, to]) => {
    if (!configuration.includes(from)) throw new Error(`the example does not say ${from} any more`)
    return configuration.replaceAll(from, to)
  }, text)

/** An nginx with this configuration of servers, its files in the folder. */
export async function startNginx(folder: string, servers: string) {
  await writeFile(
    path.join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/nginx.pid; error_log stderr crit; events {}
    http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      ${servers} }`,
  )
  const child = spawn('nginx', ['-c', path.join(folder, 'nginx.conf')], { env: ENVIRONMENT, stdio: 'inherit' })
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
      throw new Error(`nginx ended with code ${child.exitCode}`)
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
