import type { Actor } from '#core/actor.ts'
import { recordChanges } from '#core/change-log/record.ts'
import type { Services } from '#core/context.ts'
import { isRefusal, type ErrorKind } from '#core/errors.ts'
import type { CoreEvents } from '#core/events.ts'
import type { Follower } from '#core/handlers.ts'
import type { AnyOperation } from '#core/operation.ts'
import { perform, type Product } from '#core/perform.ts'
import type { Database, Store } from '#core/ports/store.ts'
import { TestSession } from '#tests/support/people.ts'
import type { Agenda } from './agenda.ts'
import type { Chance } from './chance.ts'

export type Reply =
  | { readonly kind: 'data'; readonly data: unknown }
  | { readonly kind: 'refused'; readonly because: ErrorKind }
  /** The connection broke: the server is not there, or was killed meanwhile. */
  | { readonly kind: 'broken' }

export type SavedFact = CoreEvents['page.saved']

export interface Request {
  readonly userId: number
  readonly operation: AnyOperation
  readonly input: unknown
  readonly chance: Chance
  /** Hears of what was committed, also when the server dies before it can answer. */
  onCommitted(facts: readonly SavedFact[]): void
}

export interface ServerOptions {
  readonly database: Database
  readonly services: Services
  readonly agenda: Agenda
  /** How likely the server is killed at each statement. */
  readonly killed: number
  readonly tell: (what: string) => void
  readonly onFault: (error: unknown) => void
}

class Killed extends Error {}

/** The product as a process that may be killed at any statement, before and after each commit, and starts again. */
export class Server {
  readonly #options: ServerOptions
  #life = 1
  #isUp = true
  #isCalm = false

  constructor(options: ServerOptions) {
    this.#options = options
  }

  /** From here on it is not killed. */
  calmDown(): void {
    this.#isCalm = true
    this.#isUp = true
  }

  async handle({ userId, operation, input, onCommitted, chance }: Request): Promise<Reply> {
    if (!this.#isUp) return { kind: 'broken' }
    const life = this.#life
    const facts: SavedFact[] = []
    const listen: Follower = async (_, announced) => {
      for (const [name, fact] of announced) if (name === 'page.saved') facts.push(fact)
    }
    const product: Product = {
      database: gated(
        this.#options.database,
        () => this.#statement(life, chance),
        () => onCommitted(facts),
      ),
      services: this.#options.services,
      operations: {},
      within: [recordChanges, listen],
      after: [],
    }
    const actor: Actor = { kind: 'user', id: userId, isAdmin: false }
    try {
      const data = await perform(product, operation, { actor, session: new TestSession() }, input)
      return this.#life === life ? { kind: 'data', data: overTheWire(data) } : { kind: 'broken' }
    } catch (error) {
      if (error instanceof Killed || this.#life !== life) return { kind: 'broken' }
      if (isRefusal(error)) return { kind: 'refused', because: error.kind }
      // A fault of the server, which a browser takes for a broken connection.
      this.#options.onFault(error)
      return { kind: 'broken' }
    }
  }

  /** Before each statement: others may come first, and it may be the last one. */
  async #statement(life: number, chance: Chance): Promise<void> {
    const { agenda, killed } = this.#options
    if (chance.happens(0.4)) await agenda.wait(chance.between(0, 4))
    if (this.#life === life && !this.#isCalm && chance.happens(killed)) this.#kill(chance)
    if (this.#life !== life) throw new Killed()
  }

  #kill(chance: Chance): void {
    const { agenda, tell } = this.#options
    tell('the server is killed')
    this.#life += 1
    this.#isUp = false
    agenda.after(chance.between(500, 8_000), () => {
      this.#isUp = true
      tell('the server is up again')
    })
  }
}

/** The database with something to wait for before every statement and commit, and after every commit. */
function gated(database: Database, gate: () => Promise<void>, onCommitted: () => void): Database {
  const transaction = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    await gate()
    const result = await database.transaction(async (store) => {
      const done = await work(gatedStore(store, gate))
      await gate()
      return done
    })
    onCommitted()
    await gate()
    return result
  }
  const store = gatedStore(database, gate)
  const get = (_: Database, name: keyof Database) => (name === 'transaction' ? transaction : store[name as keyof Store])
  return new Proxy(database, { get })
}

const gatedStore = (store: Store, gate: () => Promise<void>): Store =>
  new Proxy(store, {
    get: (_, name: keyof Store) =>
      new Proxy<object>(store[name], {
        get:
          (part, method: string) =>
          async (...values: readonly unknown[]) => {
            await gate()
            const found = (part as Record<string, (...given: readonly unknown[]) => unknown>)[method]
            if (!found) throw new Error(`the simulation does not model store.${name}.${method}`)
            return found.apply(part, [...values])
          },
      }),
  })

export const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))
