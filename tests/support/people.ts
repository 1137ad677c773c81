import type { Actor } from '#core/actor.ts'
import { NO_PREFERENCES, type Preferences } from '#core/account/preferences.ts'
import type { User } from '#core/account/user.ts'
import type { Language } from '#core/language.ts'
import type { Session } from '#core/context.ts'
import type { Operation } from '#core/operation.ts'
import { perform, type Caller, type Product } from '#core/perform.ts'
import type { z } from 'zod'

/** A browser that stores its session, without HTTP. */
export class TestSession implements Session {
  readonly address: string
  readonly siteUrl = 'https://docs.example.org'
  readonly userAgent = 'a test'
  readonly requestId = 'a request'
  language: Language = 'en'
  captchaId: string | null = null
  tokenDigest: string | null = null
  sealedSignIn: string | null = null
  sealedDevices: string | null = null
  /** The login token issued last. */
  token: string | null = null
  /** The preferences of the account that logged in last. */
  preferences: Preferences = NO_PREFERENCES
  readonly passes = new Map<number, number>()

  constructor(address = '192.0.2.1') {
    this.address = address
  }
  passedGeneration(itemId: number): number | null {
    return this.passes.get(itemId) ?? null
  }
  rememberPass(itemId: number, generation: number): void {
    this.passes.set(itemId, generation)
  }
  rememberCaptcha(captchaId: string): void {
    this.captchaId = captchaId
  }
  rememberDevices(sealed: string): void {
    this.sealedDevices = sealed
  }
  rememberSignIn(sealed: string | null): void {
    this.sealedSignIn = sealed
  }
  signIn(token: string): void {
    this.token = token
  }
  applyPreferences(preferences: Preferences): void {
    this.preferences = preferences
  }
  signOut(): void {
    this.token = null
    this.tokenDigest = null
  }
}

/** A person at a browser, with or without an account. */
export class Person {
  readonly session: TestSession
  readonly user: User | null
  readonly #product: Product

  constructor(product: Product, user: User | null, session = new TestSession()) {
    this.#product = product
    this.user = user
    this.session = session
  }

  /** The account's id. */
  get id(): number {
    return this.account.id
  }
  get username(): string {
    return this.account.username
  }
  /** The account. @throws Error for visitors */
  get account(): User {
    if (!this.user) throw new Error('this person has no account')
    return this.user
  }
  get actor(): Actor {
    return this.user ? { kind: 'user', id: this.user.id, isAdmin: this.user.isAdmin } : { kind: 'visitor' }
  }
  get caller(): Caller {
    return { actor: this.actor, session: this.session }
  }
  do<I extends z.ZodType, O extends z.ZodType>(
    operation: Operation<'query' | 'command', I, O>,
    input: z.input<I>,
  ): Promise<z.output<O>> {
    return perform(this.#product, operation, this.caller, input)
  }
}
