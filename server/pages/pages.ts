import { createHash } from 'node:crypto'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { firstWordOf, isOfProgram, isScreenWordOf } from '#core/addresses.ts'
import { accountOperations } from '#core/account/operations.ts'
import { decoded } from '#core/decoded.ts'
import { isRefusal } from '#core/errors.ts'
import { perform, type Caller } from '#core/perform.ts'
import { PRODUCT_NAME } from '#core/site/look-settings.ts'
import { NO_PICTURES, shownPictures, type ShownPictures } from '#core/site/picture-settings.ts'
import { siteLook } from '#core/site/site-look.ts'
import { taskOperations } from '#core/task/operations.ts'
import type { KnownAnswer, SchemeChoice } from '#web/session/boot.ts'
import type { Application } from '../application.ts'
import { allowPictures } from '../headers.ts'
import { siteUrlOf } from '../origin.ts'
import { runningPlugins } from '../running-plugins.ts'
import { sitePathOf } from '../site-path.ts'
import { ifPossible, known, ReaderData, type Readable } from './reader-data.ts'
import { readWebBuild, type WebBuild } from './web-build.ts'

const YEAR_MS = 365 * 24 * 3_600_000
const RETRY_SECONDS = 5

/**
 * Everything a browser loads: the built files, documents with the reader rendered on the server, and shells for all
 * other screens.
 */
export async function registerPages(app: FastifyInstance, application: Application, given?: WebBuild): Promise<void> {
  const web = given ?? (await readWebBuild())
  if (!web) {
    application.product.services.log.warn(
      'the web is not built, so only the API answers: stop, run `npm run build` and start again',
    )
    return
  }
  app.siteBuild = siteBuildOf(web, application)
  await serveFiles(app, web.folder)
  const documents = new Documents(app, application, web)
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: (request, reply) => (isOfProgram(request.url) ? reply.callNotFound() : documents.answer(request, reply)),
  })
}

/** Of all files that browsers load and keep, those of dropped-in plugins included. */
function siteBuildOf({ digest }: WebBuild, { pluginWebFiles }: Pick<Application, 'pluginWebFiles'>): string {
  const hash = createHash('sha256').update(digest)
  for (const [id, { sum }] of [...pluginWebFiles].toSorted()) hash.update(`\n${id} ${sum}`)
  return hash.digest('hex').slice(0, 16)
}

async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  const options = { preCompressed: true, index: false, serveDotFiles: false } as const
  const kept = { ...options, root: `${folder}/assets`, immutable: true, maxAge: YEAR_MS } as const
  // Its own route would list the folder, with some thousand files, for each of them.
  await app.register(fastifyStatic, { ...kept, serve: false })
  app.get<{ Params: { '*': string } }>('/assets/*', ({ params }, reply) => reply.sendFile(`/${params['*']}`))
  await app.register(fastifyStatic, {
    ...options,
    root: folder,
    prefix: '/',
    decorateReply: false,
    wildcard: false,
    globIgnore: ['assets/**', '.vite/**', '**/*.{br,gz}'],
  })
}

interface ShownSite extends Awaited<ReturnType<typeof siteLook>> {
  readonly pictures: ShownPictures
}
/** Who opens a document, and the site as shown in it. */
interface Viewer {
  readonly caller: Caller
  readonly site: ShownSite
}

class Documents {
  readonly #app: FastifyInstance
  readonly #application: Application
  readonly #web: WebBuild
  readonly #readerData: ReaderData

  constructor(app: FastifyInstance, application: Application, web: WebBuild) {
    this.#app = app
    this.#application = application
    this.#web = web
    this.#readerData = new ReaderData(application.product, web.entry)
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { pathname, search } = addressOf(request)
    const plan = this.#web.entry.planOf(decoded(pathname), search)
    const caller = await this.#app.callers.of(request, reply)
    reply.header('cache-control', 'no-store, private').header('vary', 'Cookie, Accept-Language')
    const viewer = { caller, site: await this.#site(request) }
    allowPictures(reply, viewer.site.pictures)
    if (!plan) return this.#shell(request, reply, viewer, 404)
    if (plan.kind === 'plugin')
      return this.#shell(request, reply, viewer, this.#isOfPlugin(pathname) ? 200 : 404, plan.screen)
    if (plan.kind !== 'reader') return this.#shell(request, reply, viewer, 200, plan.screen)
    const readable = await this.#readerData.of(plan, caller, pathname, viewer.site.look.name)
    if (readable.kind === 'closed') return reply.redirect(readable.gate, 302)
    // The shell asks again, and shows the answer.
    if (readable.kind === 'failed') return this.#shell(request, reply.header('retry-after', RETRY_SECONDS), viewer, 503)
    if (readable.kind === 'missing') return this.#shell(request, reply, viewer, 404)
    return this.#reader(request, reply, viewer, readable)
  }

  /** Only the browser knows the screens of a plugin; the server only knows which words are the plugin's. */
  #isOfPlugin(pathname: string): boolean {
    const word = firstWordOf(pathname)
    return this.#application.plugins.some(({ id }) => isScreenWordOf(id, word))
  }

  async #reader(request: FastifyRequest, reply: FastifyReply, viewer: Viewer, { title, preview, known }: Readable) {
    const { entry, readerFiles } = this.#web
    const frame = await this.#frame(request, viewer)
    const siteUrl = siteUrlOf(request, this.#application.config)
    const head = {
      ...readerFiles,
      build: this.#app.siteBuild,
      title,
      isPublic: preview !== null,
      preview: preview && { ...preview, address: siteUrl + preview.path },
    }
    return sent(reply, 200, await entry.renderReader({ ...frame, known: [...frame.known, ...known], head }))
  }

  /** @param screen undefined when the browser has to find out what to show */
  async #shell(request: FastifyRequest, reply: FastifyReply, viewer: Viewer, status: number, screen?: string) {
    const { entry, appFiles, screenFiles } = this.#web
    const frame = await this.#frame(request, viewer)
    // Of all screens rendered in the browser, only the home page is relevant to strangers.
    const isPublic = status === 200 && frame.path === '/'
    const files = (screen !== undefined && screenFiles.get(screen)) || appFiles
    const head = { ...files, build: this.#app.siteBuild, title: frame.site.name, preview: null, isPublic }
    return sent(reply, status, entry.renderShell({ ...frame, head }))
  }

  async #frame(request: FastifyRequest, { caller, site }: Viewer) {
    const { pathname, search } = addressOf(request)
    return {
      sitePath: sitePathOf(this.#application.config),
      path: decoded(pathname),
      search,
      language: caller.session.language,
      scheme: schemeOf(request) ?? site.colors,
      site: { ...site.look, pictures: site.pictures },
      ...(await this.#ofPerson(caller)),
    }
  }

  /** Read for each document: changes by administrators take effect on all servers at once. */
  async #site(request: FastifyRequest): Promise<ShownSite> {
    const { product } = this.#application
    const holder = { store: product.database }
    try {
      const [site, pictures] = await Promise.all([siteLook(holder), shownPictures(holder, chosenHosts(request))])
      return { ...site, pictures }
    } catch (error) {
      product.services.log.error('what the site looks like could not be read; it looks like the product', error)
      return {
        look: { name: PRODUCT_NAME, logo: '', help: '', feedback: '' },
        colors: 'system',
        pictures: NO_PICTURES,
      }
    }
  }

  async #userOf(caller: Caller): Promise<unknown> {
    try {
      return await perform(this.#application.product, accountOperations.me, caller, {})
    } catch (error) {
      if (isRefusal(error) && error.kind !== 'databaseAway') return null
      throw error
    }
  }

  /** What every screen of a logged-in person asks for first, so that it does not have to. */
  async #ofPerson(
    caller: Caller,
  ): Promise<{ readonly plugins: RunningPlugins | null; readonly known: readonly KnownAnswer[] }> {
    const { product } = this.#application
    const { knownUser } = this.#web.entry
    if (caller.actor.kind !== 'user') return { plugins: null, known: [knownUser(null)] }
    const [user, tasks] = await Promise.all([
      this.#userOf(caller),
      ifPossible(product, perform(product, taskOperations.list, caller, {})),
    ])
    return {
      plugins: runningPlugins(this.#application),
      known: [knownUser(user), ...(tasks ? [known(['task', 'list'], {}, tasks)] : [])],
    }
  }
}

type RunningPlugins = ReturnType<typeof runningPlugins>

const sent = (reply: FastifyReply, status: number, html: string): FastifyReply =>
  reply.code(status).header('content-type', 'text/html; charset=utf-8').send(html)

/** Null for people who have not chosen. */
function schemeOf(request: FastifyRequest): SchemeChoice | null {
  const chosen = request.cookies['scheme']
  return chosen === 'light' || chosen === 'dark' || chosen === 'system' ? chosen : null
}

/** The hosts whose pictures this browser shows, as chosen in it; unchecked. */
const chosenHosts = ({ cookies }: FastifyRequest): readonly string[] => (cookies['pictures'] ?? '').split('/')

/** Cut as text: parsed as a URL, an address with two leading slashes would name another host. */
function addressOf({ url }: FastifyRequest): { readonly pathname: string; readonly search: string } {
  const end = url.indexOf('?')
  return end < 0 ? { pathname: url, search: '' } : { pathname: url.slice(0, end), search: url.slice(end) }
}
