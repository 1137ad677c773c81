import { Readable } from 'node:stream'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { coreOperations } from '#core/operations.ts'
import { createApp, type AppOptions } from '#server/app.ts'
import { readConfig, type Config } from '#server/config.ts'
import type { Application } from '#server/application.ts'
import { sitePathOf } from '#server/site-path.ts'
import { IS_ON_TWO_SERVERS } from '#tests/support/database.ts'
import { world, type World, type WorldOptions } from '#tests/support/world.ts'
import { secondServer, sharedRedis } from './second-server.ts'

export interface Envelope {
  readonly error_code: number
  readonly error_message: string
  // Whatever the call answers: tests say what they expect of it.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any
}

/** What an upload answers: the envelope, and beside it what editors of markdown read (D22). */
export interface UploadReply extends Envelope {
  readonly success: number
  readonly url: string
  readonly message: string
}
export interface UploadedFile {
  readonly name: string
  readonly content: Uint8Array<ArrayBuffer> | string
  /** `file` when left out. */
  readonly field?: string
}

export interface StreamedUpload {
  readonly name: string
  readonly content: Iterable<Uint8Array>
}

/** A browser at the site: keeps cookies and says, as browsers do, that its requests come from the site itself. */
export class Browser {
  readonly #apps: readonly FastifyInstance[]
  readonly #sitePath: string
  #requests = 0
  readonly cookies = new Map<string, string>()
  readonly headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }

  /**
   * @param apps which are asked in turns, as behind a proxy that hands out requests to several servers
   * @param sitePath where the site lies below its host; what is asked for is named below the site
   */
  constructor(apps: readonly FastifyInstance[], headers: Record<string, string> = {}, sitePath = '') {
    this.#apps = apps
    this.#sitePath = sitePath
    Object.assign(this.headers, headers)
  }

  async request(options: InjectOptions): Promise<LightMyRequestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const app = this.#apps[this.#requests % this.#apps.length]
    if (!app) throw new Error('there is no server')
    this.#requests += 1
    const response = await app.inject({
      ...options,
      ...(typeof options.url === 'string' && { url: this.#sitePath + options.url }),
      headers: { ...this.headers, ...(cookie && { cookie }), ...options.headers },
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  /** `POST /api/{path}` with a form, as the specification says. */
  async post(path: string, fields: Readonly<Record<string, string | number>> = {}): Promise<Envelope> {
    const form = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
    const response = await this.request({
      method: 'POST',
      url: `/api/${path}`,
      payload: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    return response.json<Envelope>()
  }

  /** The same with a JSON body. */
  async postJson(path: string, body: unknown): Promise<Envelope> {
    const response = await this.request({
      method: 'POST',
      url: `/api/${path}`,
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
    return response.json<Envelope>()
  }

  /** Sends a form with a file, as browsers do. */
  async upload(
    path: string,
    file: UploadedFile,
    fields: Readonly<Record<string, string | number>> = {},
  ): Promise<UploadReply> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
    form.append(file.field ?? 'file', new Blob([file.content]), file.name)
    const encoded = new Response(form)
    const response = await this.request({
      method: 'POST',
      url: `/api/${path}`,
      payload: Buffer.from(await encoded.arrayBuffer()),
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    })
    return response.json<UploadReply>()
  }

  /** The same with a long file, which is sent in pieces as it is read. */
  async uploadStream(path: string, { name, content }: StreamedUpload): Promise<UploadReply> {
    const boundary = 'the-boundary-of-a-form'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
    const response = await this.request({
      method: 'POST',
      url: `/api/${path}`,
      payload: Readable.from([Buffer.from(head), ...content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
    return response.json<UploadReply>()
  }

  get(path: string): Promise<LightMyRequestResponse> {
    return this.request({ method: 'GET', url: path })
  }

  /** Logs in over REST and keeps the cookie. @returns the data of the reply */
  async logIn(username: string, password: string): Promise<Envelope['data']> {
    const reply = await this.post('user/login', { username, password })
    if (reply.error_code !== 0) throw new Error(`cannot log in as ${username}: ${reply.error_message}`)
    return reply.data
  }
}

export interface Site {
  readonly app: FastifyInstance
  readonly application: Application
  readonly world: World
  /** A browser without cookies. */
  browser(headers?: Record<string, string>): Browser
  /** A browser somebody of the world is logged in with. */
  browserOf(person: { readonly username: string }): Promise<Browser>
  close(): Promise<void>
}

export interface SiteOptions extends WorldOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** For what they do besides operations. */
  readonly plugins?: Application['plugins']
  readonly app?: AppOptions
}

/** The product behind HTTP, without a socket; as two servers when `OCTAVO_SERVERS` is 2. */
export async function site({
  environment = {},
  operations = coreOperations,
  plugins = [],
  app: appOptions,
  ...options
}: SiteOptions = {}): Promise<Site> {
  const config: Config = readConfig({ RATE_LIMIT: '0', LANGUAGE: 'en', TIME_ZONE: 'Asia/Shanghai', ...environment })
  const redis = IS_ON_TWO_SERVERS ? await sharedRedis() : null
  const people = await world({ operations, sitePath: sitePathOf(config), ...(redis && { redis }), ...options })
  const application: Application = {
    config,
    product: people.product,
    operations,
    plugins,
    pluginWebFiles: new Map(),
    secretKey: Buffer.alloc(32, 7),
    health: async () => {},
    close: () => people.close(),
  }
  const app = await createApp(application, { hasPages: false, ...appOptions })
  const host: Record<string, string> = config.PUBLIC_URL ? { host: new URL(config.PUBLIC_URL).host } : {}
  const second = redis && (await secondServer(application, people, { redis, ...options }))
  const other = second && (await createApp(second, { hasPages: false, ...appOptions }))
  const browser = (headers: Record<string, string> = {}) =>
    new Browser(other ? [app, other] : [app], { ...host, ...headers }, sitePathOf(config))
  return {
    app,
    application,
    world: people,
    browser,
    async browserOf({ username }) {
      const own = browser()
      await own.logIn(username, people.password)
      return own
    },
    async close() {
      await app.close()
      await other?.close()
      await second?.close()
      redis?.close()
      await people.close()
    },
  }
}
