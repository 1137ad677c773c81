import { DatabaseError, type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import { isRefusal } from '#core/errors.ts'
import { reasonIn } from '../system/reason.ts'
import type { Columns, RowOf } from './column-types.ts'
import { kyselyOn, type Manager } from './orm.ts'
import { connectionOf, gathering, noteFailure, type Connections } from './connections.ts'
import { translated } from './refusals.ts'

/** A prepared statement: parsed and planned once per connection. Its name is unique among all statements. */
export interface Statement<Row extends object> {
  readonly name: string
  readonly text: string
  /** Those of its rows, in any order; none for a statement that gives no rows. */
  readonly columns: Columns
  /** Only for the compiler: what a row looks like. */
  readonly row?: Row
}

const NO_COLUMNS = {}
const SILENCE_MS = 60_000
const statements = new Map<string, Statement<object>>()

/** Made once, when its file is read: `statements.test.ts` holds all there are against the migrated database. */
export function statement<C extends Columns = typeof NO_COLUMNS>(
  name: string,
  text: string,
  columns?: C,
): Statement<RowOf<C>> {
  if (statements.has(name)) throw new Error(`there are two statements named ${name}`)
  const made = { name, text, columns: columns ?? NO_COLUMNS }
  statements.set(name, made)
  return made
}

/** Every statement of the files that have been read. */
export const allStatements = (): readonly Statement<object>[] => [...statements.values()]

/** Where the files of the aggregates read and write: by statement where it must be fast, by the ORM elsewhere. */
export interface Session {
  /** The ORM, within the same transaction if there is one. One call is one statement; nothing that was read is kept. */
  orm(): Manager
  all<Row extends object>(statement: Statement<Row>, values: readonly unknown[]): Promise<readonly Row[]>
  first<Row extends object>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row | null>
  /** @returns how many rows were written */
  run(statement: Statement<object>, values: readonly unknown[]): Promise<number>
  /**
   * Writes what nothing else goes by. Within a transaction it is sent and not waited for, and the transaction fails with
   * what it fails with.
   */
  send(statement: Statement<object>, values: readonly unknown[]): Promise<void>
  /** Several statements in one text, without values; only within a transaction. */
  script(sql: string): Promise<void>
  /** Work that must happen together: in the transaction there is, or in one of its own. */
  together<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Has the callback called once what this session writes is committed. */
  afterCommit(callback: () => void): void
}

abstract class StatementSession implements Session {
  abstract orm(): Manager
  abstract together<T>(work: (session: Session) => Promise<T>): Promise<T>
  abstract afterCommit(callback: () => void): void
  abstract send(statement: Statement<object>, values: readonly unknown[]): Promise<void>
  protected abstract query(query: QueryConfig): Promise<QueryResult>

  async all<Row extends object>({ name, text }: Statement<Row>, values: readonly unknown[]): Promise<readonly Row[]> {
    const { rows } = await this.query({ name, text, values: [...values] })
    return rows as Row[]
  }
  async first<Row extends object>(what: Statement<Row>, values: readonly unknown[]): Promise<Row | null> {
    return (await this.all(what, values))[0] ?? null
  }
  async run({ name, text }: Statement<object>, values: readonly unknown[]): Promise<number> {
    return (await this.query({ name, text, values: [...values] })).rowCount ?? 0
  }
  async script(sql: string): Promise<void> {
    await this.query({ text: sql })
  }
}

/** Each statement by itself, on whatever connection is free. */
export class PoolSession extends StatementSession {
  readonly #connections: Connections
  readonly #manager: Manager
  readonly #warn: (message: string) => void
  #silentUntil = 0

  /** `warn` hears, once a minute, that the disk of the database is full. */
  constructor(connections: Connections, manager: Manager, warn: (message: string) => void = () => undefined) {
    super()
    this.#connections = connections
    this.#manager = manager
    this.#warn = warn
  }

  orm(): Manager {
    return this.#manager
  }
  together<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.transaction(work)
  }
  afterCommit(callback: () => void): void {
    callback()
  }
  async send(statement: Statement<object>, values: readonly unknown[]): Promise<void> {
    await this.run(statement, values)
  }

  /** Runs `work` in a transaction; what is thrown undoes it. */
  async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const client = await this.#connect()
    const session = new TransactionSession(client, this.#manager, this)
    try {
      const result = await session.complete(work)
      client.release()
      return result
    } catch (error) {
      session.end()
      // A connection that cannot even be rolled back is thrown away.
      const broken = await client.query('rollback').then(
        () => false,
        () => true,
      )
      client.release(broken)
      throw this.#told(error)
    }
  }

  /** The refusal instead of the error; whoever is refused cannot do anything about a full disk, so the operator hears too. */
  #told(error: unknown): unknown {
    noteFailure(this.#connections, error)
    const refusal = translated(error)
    const now = performance.now()
    if (isRefusal(refusal) && refusal.kind === 'diskFull' && now >= this.#silentUntil) {
      this.#silentUntil = now + SILENCE_MS
      this.#warn(`the disk of the database is full, nothing new can be kept: ${reasonIn(refusal.cause ?? refusal)}`)
    }
    return refusal
  }

  protected override async query(query: QueryConfig): Promise<QueryResult> {
    const client = await this.#connect()
    try {
      const result = await client.query(query)
      client.release()
      return result
    } catch (error) {
      client.release(!(error instanceof DatabaseError))
      throw this.#told(error)
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await connectionOf(this.#connections)
    } catch (error) {
      throw translated(error)
    }
  }
}

class TransactionSession extends StatementSession {
  readonly #client: PoolClient
  readonly #manager: Manager
  readonly #outside: PoolSession
  readonly #callbacks: (() => void)[] = []
  /** What nobody waited for yet. */
  readonly #sent = new Set<Promise<unknown>>()
  /** Why the first of them failed. */
  #failure: { readonly error: unknown } | null = null
  #transactionManager: Manager | null = null
  #isOver = false

  constructor(client: PoolClient, manager: Manager, outside: PoolSession) {
    super()
    this.#client = client
    this.#manager = manager
    this.#outside = outside
  }

  async complete<T>(work: (session: Session) => Promise<T>): Promise<T> {
    // It goes out together with the first statement.
    this.#note(this.#ask({ text: 'begin' }))
    const result = await work(this).catch((error: unknown) => {
      // What came after it failed as well, and says nothing but that.
      throw this.#failure === null ? error : this.#failure.error
    })
    this.end()
    const committed = this.#ask({ text: 'commit' })
    this.#note(committed)
    await Promise.all(this.#sent)
    const { command } = await committed
    // So PostgreSQL answers, without an error, when a statement has failed and nobody who heard of it handed it on.
    if (command !== 'COMMIT') throw new Error('the transaction was undone, because one of its statements had failed')
    for (const callback of this.#callbacks) this.#outside.afterCommit(callback)
    return result
  }

  /**
   * From now on it takes no statement: its connection goes to others, whose transaction a statement that comes late, as
   * from work nobody waits for any more, would join and could undo.
   */
  end(): void {
    this.#isOver = true
  }

  orm(): Manager {
    if (this.#transactionManager) return this.#transactionManager
    const manager = this.#manager.fork()
    manager.setTransactionContext(kyselyOn(this.#client, () => this.#requireOpen()))
    this.#transactionManager = manager
    return manager
  }
  together<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return work(this)
  }
  afterCommit(callback: () => void): void {
    this.#callbacks.push(callback)
  }
  async send({ name, text }: Statement<object>, values: readonly unknown[]): Promise<void> {
    this.#requireOpen()
    this.#note(this.query({ name, text, values: [...values] }))
  }
  protected override async query(query: QueryConfig): Promise<QueryResult> {
    this.#requireOpen()
    try {
      return await this.#ask(query)
    } catch (error) {
      throw translated(error)
    }
  }

  #ask(query: QueryConfig): Promise<QueryResult> {
    gathering(this.#client)
    return this.#client.query(query)
  }

  #note(answer: Promise<unknown>): void {
    this.#sent.add(answer)
    answer.then(
      () => this.#sent.delete(answer),
      (error: unknown) => {
        this.#failure ??= { error }
      },
    )
  }

  #requireOpen(): void {
    if (this.#isOver) throw new Error('a statement came after the end of its transaction')
  }
}
