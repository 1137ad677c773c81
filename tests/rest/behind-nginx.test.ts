import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request, type RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, freePort, startServer, type RunningServer } from '#tests/e2e/support/running-server.ts'
import { layDatabase } from '#tests/support/database.ts'

const ENVIRONMENT = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }
const EXAMPLE = path.resolve(import.meta.dirname, '../../deploy/nginx.conf')
const HOST = 'docs.example.org'
const RATE_LIMIT = 30

/** The example's own words for the addresses and files that are others here. */
const placed = (text: string, places: Readonly<Record<string, string>>): string =>
  Object.entries(places).reduce((conf, [from, to]) => {
    if (!conf.includes(from)) throw new Error(`the example does not say ${from} any more`)
    return conf.replaceAll(from, to)
  }, text)

describe.skipIf(spawnSync('nginx', ['-v'], { env: ENVIRONMENT }).status !== 0)('the example for nginx', () => {
  let folder = ''
  let server: RunningServer
  let nginx: ChildProcess
  let port = 0
  let certificate = ''
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-nginx-'))
    await chmod(folder, 0o755)
    port = await freePort()
    await layDatabase(path.join(folder, 'data/database'))
    server = await startServer({
      dataDirectory: path.join(folder, 'data'),
      environment: {
        PUBLIC_URL: `https://${HOST}:${port}`,
        TRUSTED_PROXIES: '127.0.0.1',
        RATE_LIMIT: String(RATE_LIMIT),
      },
    })
    certificate = await selfSigned(folder)
    const plainPort = await freePort()
    const example = placed(await readFile(EXAMPLE, 'utf8'), {
      '127.0.0.1:4000': new URL(server.url).host,
      'listen 80;': `listen 127.0.0.1:${plainPort};`,
      'listen 443 ssl;': `listen 127.0.0.1:${port} ssl;`,
      '/etc/ssl/octavo': folder,
    })
    await writeFile(
      path.join(folder, 'nginx.conf'),
      `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}
      http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
        fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
        ${example} }`,
    )
    nginx = spawn('nginx', ['-c', path.join(folder, 'nginx.conf')], { env: ENVIRONMENT, stdio: 'inherit' })
    await untilItAnswers()
  }, 120_000)
  afterAll(async () => {
    const gone = new Promise((resolve) => nginx.once('exit', resolve))
    nginx.kill('SIGTERM')
    await gone
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('lets people in with a cookie that no plain connection carries', async () => {
    const { headers, text } = await post('user/login', { ...ADMIN })

    expect(JSON.parse(text)).toMatchObject({ error_code: 0 })
    expect(String(headers['set-cookie'])).toMatch(/; Secure/)
  })

  it('takes pages and files as large as the product does', async () => {
    const { data } = JSON.parse((await post('user/login', { ...ADMIN })).text) as Reply
    const user_token = String(data['user_token'])
    const item = JSON.parse((await post('item/add', { user_token, item_type: '1', item_name: 'N' })).text) as Reply
    const item_id = String(item.data['item_id'])
    const page_content = 'x'.repeat(1_900_000)
    const saved = JSON.parse(
      (await post('page/save', { user_token, item_id, page_title: 'P', page_content })).text,
    ) as Reply
    const form = new FormData()
    form.set('user_token', user_token)
    form.set('item_id', item_id)
    form.set('page_id', String(saved.data['page_id']))
    form.set('file', new File([new Uint8Array(3_900_000)], 'large.bin'))
    const sent = JSON.parse((await post('page/upload', form)).text) as Reply

    expect([saved.error_code, sent]).toMatchObject([0, { error_code: 0 }])
  })

  it('counts requests for the address of the person, whatever the person claims', async () => {
    const answers = await Promise.all(
      Array.from({ length: 3 * RATE_LIMIT }, (_, at) =>
        post('common/homePageSetting', {}, { 'x-forwarded-for': `203.0.113.${at}` }),
      ),
    )

    expect(answers.filter(({ status }) => status === 429)).not.toHaveLength(0)
  })

  interface Reply {
    readonly error_code: number
    readonly data: Record<string, unknown>
  }
  interface Answer {
    readonly status: number | undefined
    readonly headers: Readonly<Record<string, unknown>>
    readonly text: string
  }

  async function post(
    call: string,
    fields: Record<string, string> | FormData,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const encoded = new Request('http://unused', {
      method: 'POST',
      body: fields instanceof FormData ? fields : new URLSearchParams(fields),
    })
    const type = encoded.headers.get('content-type') ?? ''
    const body = Buffer.from(await encoded.arrayBuffer())
    return send({ method: 'POST', path: `/api/${call}`, headers: { ...headers, 'content-type': type } }, body)
  }

  function send(options: RequestOptions, body: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port,
          servername: HOST,
          ca: certificate,
          ...options,
          headers: { host: `${HOST}:${port}`, ...options.headers },
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
  }

  async function untilItAnswers(): Promise<void> {
    while (nginx.exitCode === null) {
      const answer = await send({ path: '/readyz' }, Buffer.alloc(0)).catch(() => null)
      if (answer) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`nginx ended with code ${nginx.exitCode}`)
  }
})

async function selfSigned(folder: string): Promise<string> {
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-keyout', path.join(folder, 'privkey.pem'), '-out', path.join(folder, 'fullchain.pem')],
    ...['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`],
  ])
  return readFile(path.join(folder, 'fullchain.pem'), 'utf8')
}
