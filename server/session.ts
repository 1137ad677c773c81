import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#core/actor.ts'
import type { Preferences } from '#core/account/preferences.ts'
import { idleSince } from '#core/account/sessions.ts'
import { DefaultLanguage } from './default-language.ts'
import { LANGUAGES, type Language } from '#core/language.ts'
import type { Session } from '#core/context.ts'
import { DomainError } from '#core/errors.ts'
import { limits } from '#core/limits.ts'
import type { Caller } from '#core/perform.ts'
import { clientAddress } from './client-address.ts'
import type { Application } from './application.ts'
import type { Config } from './config.ts'
import { keepRightsCurrent } from './lasting-caller.ts'
import { assertNotForeign, isForeign, publicOriginOf, siteUrlOf } from './origin.ts'
import { cookiePathOf, sitePathOf } from './site-path.ts'

const TOUCH_EVERY_MS = 5 * 60_000
const PASSES_KEPT = 20
const CHOICE_SECONDS = 365 * 24 * 3600

/** Identifies the sender of a request, and connects the product to that browser. */
export interface Callers {
  /**
   * `token` is sent by programs in the body as `user_token`; browsers use a cookie.
   * @throws DomainError loginRequired when a token outside the cookie is invalid (ERR-19); otherPerson when the cookie
   * belongs to somebody else than the window
   */
  of(request: FastifyRequest, reply: FastifyReply, token?: string | null): Promise<Caller>
  /**
   * The same for a request that may change something: without a token it must not come from another website. A caller
   * with a token does not need somebody else's browser, and the cookie is ignored then (threats T4).
   * @throws DomainError foreignOrigin too
   */
  ofChange(request: FastifyRequest, reply: FastifyReply, token?: string | null): Promise<Caller>
  /** The person identified by the cookie alone; a visitor when a page of another site made the request. */
  ofOwn(request: FastifyRequest, reply: FastifyReply): Promise<Caller>
  /** The caller as a visitor, ignoring all cookies and tokens; no cookies are written either. */
  strangerOf(request: FastifyRequest, reply: FastifyReply): Caller
  languageOf(request: FastifyRequest): Language
  hasLoginCookie(request: FastifyRequest): boolean
}

export function callers(application: Application): Callers {
  const { product, config } = application
  const passKey = Buffer.from(hkdfSync('sha256', application.secretKey, '', 'octavo visit passes', 32))
  const publicOrigin = publicOriginOf(config)
  const isSecureSite = config.PUBLIC_URL?.startsWith('https:') ?? false
  const cookiePath = cookiePathOf(config)
  // Browsers accept the stronger prefix only at the root of a host.
  const securePrefix = sitePathOf(config) === '' ? '__Host-' : '__Secure-'
  const cookieName = (request: FastifyRequest, name: string): string =>
    isSecureSite || request.protocol === 'https' ? securePrefix + name : name
  const otherwise = new DefaultLanguage(product, config.LANGUAGE)
  const languageOf = (request: FastifyRequest): Language => languageFrom(request) ?? otherwise.known
  const toldLanguage = async (request: FastifyRequest): Promise<void> => {
    if (languageFrom(request) === null) await otherwise.refresh()
  }
  const browserOf = (request: FastifyRequest, reply: FastifyReply, cookiesAre: CookieUse): Browser =>
    new Browser(request, reply, {
      passKey,
      config,
      cookiePath,
      now: () => product.services.clock.now(),
      nameOf: (name) => cookieName(request, name),
      language: languageOf(request),
      cookiesAre,
    })

  const strangerOf: Callers['strangerOf'] = (request, reply) => ({
    actor: { kind: 'visitor' },
    session: browserOf(request, reply, 'leftAlone'),
  })
  const of: Callers['of'] = async (request, reply, token = null) => {
    await toldLanguage(request)
    const given = token ?? tokenInHeader(request)
    const browser = browserOf(request, reply, given === null ? 'written' : 'read')
    return given === null ? byCookie(request, reply, browser) : byToken(given, reply, browser)
  }
  const byToken = async (token: string, reply: FastifyReply, browser: Browser): Promise<Caller> => {
    const user = await userOf(application, token)
    if (!user) throw new DomainError('loginRequired')
    return loggedIn(user, token, reply, browser)
  }
  const byCookie = async (request: FastifyRequest, reply: FastifyReply, browser: Browser): Promise<Caller> => {
    const token = readCookie(request, cookieName(request, 'token')) ?? ''
    const user = token === '' ? null : await userOf(application, token)
    if (!user) return { actor: { kind: 'visitor' }, session: browser }
    if (!isOpenedAs(request, user.id)) throw new DomainError('otherPerson', { username: user.username })
    return loggedIn(user, token, reply, browser)
  }
  const loggedIn = (user: LoggedIn, token: string, reply: FastifyReply, session: Browser): Caller => {
    session.tokenDigest = user.tokenDigest
    const caller = { actor: actorOf(user), session }
    keepRightsCurrent(caller, reply, product.services.log, async () => {
      const now = await userOf(application, token)
      return now && actorOf(now)
    })
    return caller
  }

  return {
    languageOf,
    of,
    async ofChange(request, reply, token = null) {
      if ((token ?? tokenInHeader(request)) === null) assertNotForeign(request, publicOrigin)
      return of(request, reply, token)
    },
    ofOwn: async (request, reply) =>
      isForeign(request, publicOrigin)
        ? strangerOf(request, reply)
        : byCookie(request, reply, browserOf(request, reply, 'read')),
    strangerOf,
    hasLoginCookie: (request) => readCookie(request, cookieName(request, 'token')) !== undefined,
  }
}

const actorOf = ({ id, isAdmin, lacksSecondFactor }: LoggedIn): Actor => ({
  ...{ kind: 'user', id, isAdmin },
  ...(lacksSecondFactor && { lacksSecondFactor }),
})
type LoggedIn = NonNullable<Awaited<ReturnType<typeof userOf>>>

async function userOf({ product }: Application, token: string) {
  const { clock, keys, log } = product.services
  const { logins } = product.database
  const now = clock.now()
  const tokenDigest = keys.digest(token)
  const found = await logins.userOf(tokenDigest, now, idleSince(now))
  if (!found) return null
  if (now.getTime() - found.seenAt.getTime() > TOUCH_EVERY_MS) {
    // Recording that the session is in use is not awaited, and its failure does not refuse the request.
    logins.touch(tokenDigest, now).catch((error: unknown) => log.error('cannot note that a session is in use', error))
  }
  const { id, isAdmin, username } = found.user
  const { administers } = found
  return { id, isAdmin: administers, lacksSecondFactor: isAdmin && !administers, username, tokenDigest }
}

/**
 * Each window of the web states whose it is, because a login in another window changes the cookie for all of them: what
 * one person has on the screen must not be saved in another person's name. A beacon cannot have headers, so it uses its
 * address. Windows of visitors and programs state nothing.
 */
function isOpenedAs({ headers, query }: FastifyRequest, userId: number): boolean {
  const said = headers['x-opened-as'] ?? (query as Readonly<Record<string, unknown>> | undefined)?.['opened_as'] ?? ''
  return said === '' || said === String(userId)
}

/**
 * How the cookies of a request are handled. They are only read when a token was sent outside them: another website can
 * send a token of its own from a visitor's browser, so the cookies there must not be changed (threats T4).
 */
type CookieUse = 'written' | 'read' | 'leftAlone'

interface BrowserSurroundings {
  readonly passKey: Buffer
  readonly config: Config
  readonly cookiePath: string
  readonly language: Language
  readonly now: () => Date
  readonly nameOf: (name: string) => string
  readonly cookiesAre: CookieUse
}

/** The browser of one request, with cookies as its storage. */
class Browser implements Session {
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  readonly #surroundings: BrowserSurroundings
  #passes: Map<number, VisitPass> | null = null
  tokenDigest: string | null = null

  constructor(request: FastifyRequest, reply: FastifyReply, surroundings: BrowserSurroundings) {
    this.#request = request
    this.#reply = reply
    this.#surroundings = surroundings
  }
  get address(): string {
    return clientAddress(this.#request.ip)
  }
  get siteUrl(): string {
    return siteUrlOf(this.#request, this.#surroundings.config)
  }
  get userAgent(): string {
    return (this.#request.headers['user-agent'] ?? '').slice(0, 300)
  }
  get language(): Language {
    return this.#surroundings.language
  }
  get requestId(): string {
    return this.#request.id
  }
  get captchaId(): string | null {
    return this.#read('captcha') ?? null
  }
  get sealedSignIn(): string | null {
    return this.#read('sign-in') ?? null
  }
  passedGeneration(itemId: number): number | null {
    return this.#livePasses().get(itemId)?.generation ?? null
  }
  rememberPass(itemId: number, generation: number): void {
    const passes = this.#livePasses()
    passes.delete(itemId)
    passes.set(itemId, { generation, until: this.#surroundings.now().getTime() + limits.visitPassMs })
    const kept = [...passes].slice(-PASSES_KEPT)
    this.#write('visits', signedPasses(kept, this.#surroundings.passKey), limits.visitPassMs)
  }
  rememberCaptcha(captchaId: string, forMs: number): void {
    this.#write('captcha', captchaId, forMs)
  }
  get sealedDevices(): string | null {
    return this.#read('devices') ?? null
  }
  rememberDevices(sealed: string): void {
    this.#write('devices', sealed, limits.deviceMs)
  }
  rememberSignIn(sealed: string | null): void {
    this.#write('sign-in', sealed ?? '', sealed === null ? 0 : limits.signInMs)
  }
  signIn(token: string, until: Date): void {
    this.#write('token', token, until.getTime() - this.#surroundings.now().getTime())
  }
  applyPreferences({ language, colorScheme }: Preferences): void {
    if (language !== null) this.#writeChoice('language', language)
    if (colorScheme !== null) this.#writeChoice('scheme', colorScheme)
  }
  signOut(): void {
    this.tokenDigest = null
    for (const name of ['token', 'visits', 'captcha']) this.#write(name, '', 0)
  }

  #livePasses(): Map<number, VisitPass> {
    const { passKey, now } = this.#surroundings
    return (this.#passes ??= passesFrom(this.#read('visits') ?? '', passKey, now()))
  }
  #read(name: string): string | undefined {
    const { cookiesAre, nameOf } = this.#surroundings
    return cookiesAre === 'leftAlone' ? undefined : readCookie(this.#request, nameOf(name))
  }
  #write(name: string, value: string, maxAgeMs: number): void {
    if (this.#surroundings.cookiesAre !== 'written') return
    const fullName = this.#surroundings.nameOf(name)
    this.#reply.setCookie(fullName, value, {
      path: this.#surroundings.cookiePath,
      httpOnly: true,
      sameSite: 'lax',
      secure: isSecureName(fullName),
      maxAge: Math.floor(maxAgeMs / 1000),
    })
  }

  /** Scripts of the page write the same cookie (`web/session/cookies.ts`): it determines what visitors get. */
  #writeChoice(name: 'language' | 'scheme', value: string): void {
    if (this.#surroundings.cookiesAre !== 'written') return
    const { nameOf, cookiePath } = this.#surroundings
    const secure = isSecureName(nameOf(name))
    this.#reply.setCookie(name, value, { path: cookiePath, sameSite: 'lax', secure, maxAge: CHOICE_SECONDS })
  }
}

const isSecureName = (name: string): boolean => name.startsWith('__')

interface VisitPass {
  readonly generation: number
  /** Milliseconds since 1970. */
  readonly until: number
}

function signedPasses(passes: readonly (readonly [number, VisitPass])[], key: Buffer): string {
  const text = passes.map(([itemId, { generation, until }]) => `${itemId}-${generation}-${until}`).join('_')
  return `${text}.${signature(text, key).toString('base64url')}`
}

function passesFrom(cookie: string, key: Buffer, now: Date): Map<number, VisitPass> {
  const passes = new Map<number, VisitPass>()
  // Most readers have none, and verifying a signature would take longer than everything else done here.
  if (cookie === '') return passes
  const [text = '', signed = ''] = cookie.split('.')
  const given = Buffer.from(signed, 'base64url')
  const due = signature(text, key)
  if (given.length !== due.length || !timingSafeEqual(given, due)) return passes
  for (const part of text.split('_')) {
    const [itemId = 0, generation = 0, until = 0] = part.split('-').map(Number)
    if (until > now.getTime()) passes.set(itemId, { generation, until })
  }
  return passes
}

const signature = (text: string, key: Buffer): Buffer => createHmac('sha256', key).update(text).digest()

function readCookie({ headers, cookies }: FastifyRequest, name: string): string | undefined {
  // A malformed address is refused before cookies are read.
  const parsed = cookies as FastifyRequest['cookies'] | undefined
  return headers.cookie === undefined ? undefined : parsed?.[name] || undefined
}

/** The login token of a program, which may send it in the header that ShowDoc 3 takes as well. */
function tokenInHeader(request: FastifyRequest): string | null {
  const ofShowDoc = request.headers['x-api-token']
  return typeof ofShowDoc === 'string' && ofShowDoc !== '' ? ofShowDoc : bearerOf(request)
}

/** The login token in the header; null for other kinds of authorization, which browsers may send by themselves. */
export function bearerOf({ headers: { authorization } }: FastifyRequest): string | null {
  const [scheme, token] = authorization?.split(' ') ?? []
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}

/** The chosen language, else the browser's first preference that we support. */
function languageFrom(request: FastifyRequest): Language | null {
  const chosen = readCookie(request, 'language')
  const known = LANGUAGES.find((language) => language === chosen)
  if (known) return known
  const wanted = request.headers['accept-language']
  if (!wanted) return null
  for (const part of wanted.toLowerCase().split(',', 20)) {
    const tag = part.trim()
    if (tag.startsWith('zh')) return 'zh-cn'
    if (tag.startsWith('en')) return 'en'
  }
  return null
}
