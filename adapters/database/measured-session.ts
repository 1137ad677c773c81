import type { OwnTime } from '#core/own-time.ts'
import type { Manager } from './orm.ts'
import type { Session, Statement } from './session.ts'

/**
 * The same session for code whose own time is measured. A transaction that is begun on it is not undone when the time is
 * up: whoever gives up waiting for the work does that.
 */
export class MeasuredSession implements Session {
  readonly #session: Session
  readonly #time: OwnTime
  #manager: Manager | null = null

  constructor(session: Session, time: OwnTime) {
    this.#session = session
    this.#time = time
  }

  orm(): Manager {
    return (this.#manager ??= this.#session.orm(this.#time))
  }
  all<Row extends object>(statement: Statement<Row>, values: readonly unknown[]): Promise<readonly Row[]> {
    return this.#time.aside(() => this.#session.all(statement, values))
  }
  first<Row extends object>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row | null> {
    return this.#time.aside(() => this.#session.first(statement, values))
  }
  run(statement: Statement<object>, values: readonly unknown[]): Promise<number> {
    return this.#time.aside(() => this.#session.run(statement, values))
  }
  send(statement: Statement<object>, values: readonly unknown[]): Promise<void> {
    return this.#time.aside(() => this.#session.send(statement, values))
  }
  script(sql: string): Promise<void> {
    return this.#time.aside(() => this.#session.script(sql))
  }
  /** The work is the product's, as several statements of one call are. */
  together<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#time.aside(() => this.#session.together((session) => work(new MeasuredSession(session, this.#time))))
  }
  afterCommit(callback: () => void): void {
    this.#session.afterCommit(callback)
  }
}
