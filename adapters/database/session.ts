import { DatabaseError, type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import { isRefusal } from '#core/errors.ts'
import type { OwnTime } from '#core/own-time.ts'
import { reasonIn } from '../system/reason.ts'
import type { Columns, RowOf } from './column-types.ts'
import { kyselyOn, measuredKysely, ormClientOf, type Manager, type OrmClient } from './orm.ts'
import { connectionOf, gathering, noteFailure, type Connections } from './connections.ts'
import { translated } from './refusals.ts'

/** A prepared statement: parsed and planned once per connection. Statement names are unique. */
export interface Statement<Row extends object> {
  readonly name: string
  readonly text: string
  /** The columns of its rows, in any order; none for a statement without rows. */
  readonly columns: Columns
  /** For the compiler only: the type of a row. */
  readonly row?: Row
}

const NO_COLUMNS = {}
const SILENCE_MS = 60_000
/**
 * A transaction that sends no statement for this long is undone. Otherwise work that hangs, e.g. of a plugin, would keep
 * its connection for good, and the embedded database has only one. Shortly before a PostgreSQL server would end it.
 */
const IDLE_MS = 28_000
const statements = new Map<string, Statement<object>>()

/** Created once, when its module is loaded; `statements.test.ts` checks all of them against the migrated database. */
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

/** All statements of the modules loaded so far. */
export const allStatements = (): readonly Statement<object>[] => [...statements.values()]

/** Database access for the aggregate files: statements where speed matters, the ORM elsewhere. */
export interface Session {
  /**
   * The ORM, within the current transaction if any. One call is one statement; entities are not cached.
   * @param time its statements are done aside of this time
   */
  orm(time?: OwnTime): Manager
  all<Row extends object>(statement: Statement<Row>, values: readonly unknown[]): Promise<readonly Row[]>
  first<Row extends object>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row | null>
  /** @returns the number of rows written */
  run(statement: Statement<object>, values: readonly unknown[]): Promise<number>
  /**
   * Writes something that nothing else depends on. Within a transaction it is sent without waiting, and if it fails,
   * the transaction fails with its error.
   */
  send(statement: Statement<object>, values: readonly unknown[]): Promise<void>
  /** Several statements in one text, without parameters; only within a transaction. */
  script(sql: string): Promise<void>
  /** Runs work atomically: in the current transaction, or in a new one. */
  together<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Calls the callback once this session's writes are committed. */
  afterCommit(callback: () => void): void
}

abstract class StatementSession implements Session {
  abstract orm(time?: OwnTime): Manager
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

/** Runs each statement on its own, on any free connection. */
export class PoolSession extends StatementSession {
  readonly #connections: Connections
  readonly #manager: Manager
  readonly #warn: (message: string) => void
  #silentUntil = 0

  /** `warn` is called, at most once a minute, when the database's disk is full. */
  constructor(connections: Connections, manager: Manager, warn: (message: string) => void = () => undefined) {
    super()
    this.#connections = connections
    this.#manager = manager
    this.#warn = warn
  }

  orm(time?: OwnTime): Manager {
    if (!time) return this.#manager
    const manager = this.#manager.fork()
    manager.setTransactionContext(measuredKysely(this.#connections, time))
    return manager
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

  /** Runs `work` in a transaction; an error rolls it back. */
  async transaction<T>(work: (session: TransactionSession) => Promise<T>): Promise<T> {
    const client = await this.#connect()
    const session = new TransactionSession(client, this.#manager, this)
    try {
      const result = await session.complete(work)
      client.release()
      return result
    } catch (error) {
      session.end()
      // A connection that cannot even be rolled back is discarded.
      const broken = await client.query('rollback').then(
        () => false,
        () => true,
      )
      client.release(broken)
      throw this.#told(error)
    }
  }

  /** The same, begun with the first statement of `work`. */
  lateTransaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return new LateSession(this, this.#manager).complete(work)
  }

  /**
   * Translates errors to refusals; a full disk is also reported to the operator, because callers cannot do anything
   * about it.
   */
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
  /** Sent statements without an answer yet. */
  readonly #sent = new Set<Promise<unknown>>()
  /** The error of the first one that failed. */
  #failure: { readonly error: unknown } | null = null
  #transactionManager: Manager | null = null
  #isOver = false
  /** Runs while no statement is sent. */
  #idleTimer: NodeJS.Timeout | undefined

  constructor(client: PoolClient, manager: Manager, outside: PoolSession) {
    super()
    this.#client = client
    this.#manager = manager
    this.#outside = outside
  }

  async complete<T>(work: (session: TransactionSession) => Promise<T>): Promise<T> {
    const { promise: idle, reject } = Promise.withResolvers<never>()
    this.#idleTimer = setTimeout(() => reject(new IdleTransaction()), IDLE_MS)
    // It is sent together with the first statement.
    this.#note(this.#ask({ text: 'begin' }))
    const result = await Promise.race([work(this), idle]).catch((error: unknown) => {
      // Later errors only say that the transaction has failed.
      throw this.#failure === null || error instanceof IdleTransaction ? error : this.#failure.error
    })
    this.end()
    const committed = this.#ask({ text: 'commit' })
    this.#note(committed)
    await Promise.all(this.#sent)
    const { command } = await committed
    // PostgreSQL's answer, without an error, when a statement failed and its error was swallowed.
    if (command !== 'COMMIT') throw new Error('the transaction was undone, because one of its statements had failed')
    for (const callback of this.#callbacks) this.#outside.afterCommit(callback)
    return result
  }

  /**
   * From now on it accepts no statements: its connection goes to others, and a late statement, e.g. from work nobody
   * waits for any more, would join their transaction and could break it.
   */
  end(): void {
    this.#isOver = true
    clearTimeout(this.#idleTimer)
  }

  orm(time?: OwnTime): Manager {
    if (time) return this.#ormWithin(time)
    return (this.#transactionManager ??= this.#ormWithin())
  }
  #ormWithin(time?: OwnTime): Manager {
    const manager = this.#manager.fork()
    manager.setTransactionContext(kyselyOn(async () => this.ormClient(time)))
    return manager
  }
  /** Its connection for the ORM. */
  ormClient(time?: OwnTime): OrmClient {
    return ormClientOf(this.#client, { require: () => this.#requireOpen(), ...(time && { time }) })
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
  override async query(query: QueryConfig): Promise<QueryResult> {
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
    this.#idleTimer?.refresh()
  }
}

/** A transaction that is begun with its first statement. */
class LateSession extends StatementSession {
  readonly #outside: PoolSession
  readonly #manager: Manager
  readonly #callbacks: (() => void)[] = []
  /** Ends with the work. */
  readonly #work = Promise.withResolvers<unknown>()
  #begun: Promise<TransactionSession> | null = null
  /** What has become of the transaction; null when none was needed. */
  #outcome: Promise<unknown> | null = null
  #ownManager: Manager | null = null
  #isOver = false

  constructor(outside: PoolSession, manager: Manager) {
    super()
    this.#outside = outside
    this.#manager = manager
    // The transaction waits for it, if there is one.
    this.#work.promise.catch(() => undefined)
  }

  async complete<T>(work: (session: Session) => Promise<T>): Promise<T> {
    try {
      const result = await work(this)
      this.#work.resolve(result)
    } catch (error) {
      this.#work.reject(error)
    }
    this.#isOver = true
    if (this.#outcome) await this.#outcome
    else {
      await this.#work.promise
      this.#committed()
    }
    return this.#work.promise as Promise<T>
  }
  #committed(): void {
    for (const callback of this.#callbacks) this.#outside.afterCommit(callback)
  }

  orm(time?: OwnTime): Manager {
    if (time) return this.#ormWithin(time)
    return (this.#ownManager ??= this.#ormWithin())
  }
  #ormWithin(time?: OwnTime): Manager {
    const manager = this.#manager.fork()
    const client = async (): Promise<OrmClient> => (await this.#transaction()).ormClient(time)
    manager.setTransactionContext(kyselyOn(() => (time ? time.aside(client) : client())))
    return manager
  }
  together<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return work(this)
  }
  afterCommit(callback: () => void): void {
    this.#callbacks.push(callback)
  }
  async send(statement: Statement<object>, values: readonly unknown[]): Promise<void> {
    await (await this.#transaction()).send(statement, values)
  }
  protected override async query(query: QueryConfig): Promise<QueryResult> {
    return (await this.#transaction()).query(query)
  }

  #transaction(): Promise<TransactionSession> {
    if (this.#isOver) throw new Error('a statement came after the end of its transaction')
    return (this.#begun ??= this.#begin())
  }
  #begin(): Promise<TransactionSession> {
    const { promise: begun, resolve, reject } = Promise.withResolvers<TransactionSession>()
    this.#outcome = this.#outside.transaction((session) => {
      session.afterCommit(() => this.#committed())
      resolve(session)
      return this.#work.promise
    })
    // One that cannot even begin; whoever completes the work hears of all others.
    this.#outcome.catch(reject)
    return begun
  }
}

class IdleTransaction extends Error {
  constructor() {
    super(`a transaction was undone, because it sent no statement for ${IDLE_MS / 1_000} s`)
  }
}
