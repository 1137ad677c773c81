import { tasksIn } from '../access/facts.ts'
import { sessionWithoutBrowser } from '../account/session-without-browser.ts'
import { rememberCaller, replaceCaller, type Actor } from '../actor.ts'
import type { User } from '../account/user.ts'
import { recorderOf, type Recorder } from '../audit/recorder.ts'
import type { CommandContext, Session } from '../context.ts'
import type { DomainError } from '../errors.ts'
import { contextFor, notOnRecord, type Product } from '../perform.ts'
import { RunAborted, type JobEnd } from '../ports/jobs.ts'
import type { Store } from '../ports/store.ts'
import type { TaskEnd, TaskRunKey } from '../ports/tasks.ts'
import type { NamedTaskKind, TaskContext, TaskTools } from './kind.ts'
import { saidResult } from './result.ts'
import { keptProgress, type Task, type TaskProgress } from './task.ts'

export interface RunTimes {
  /** How often a run checks whether it was cancelled, and the rights of its person. */
  readonly beatMs: number
  /** Minimum time between two writes of progress. */
  readonly progressMs: number
  /** Grace period for a run that was told to end. */
  readonly patienceMs: number
}
export const RUN_TIMES: RunTimes = { beatMs: 3_000, progressMs: 1_000, patienceMs: 3_000 }

type RunEnd = JobEnd | 'cancelled' | 'accountGone' | 'notAllowed'

/** One run of a task: its tools, and its supervision. */
export class TaskRun {
  readonly task: Task
  readonly tools: TaskTools
  readonly #product: Product
  readonly #times: RunTimes
  readonly #recorder: Recorder
  readonly #session: Session
  readonly #ending = new AbortController()
  #actor: Actor = { kind: 'visitor' }
  #isForAdministrators = false
  #progress: TaskProgress
  #isProgressNoted = true
  #timers: readonly ReturnType<typeof setTimeout>[] = []
  #progressTimer: ReturnType<typeof setTimeout> | null = null
  #isOver = false
  #letGo: () => void = () => undefined

  constructor(product: Product, task: Task, times: RunTimes) {
    this.#product = product
    this.#times = times
    this.task = task
    this.#progress = task.progress
    this.#session = sessionWithoutBrowser({ requestId: `task ${task.id}`, language: task.language })
    const actor: Actor = { kind: 'user', id: task.startedById, isAdmin: false }
    const recorded = { actor, session: this.#session, services: product.services, operation: `task ${task.kind}` }
    this.#recorder = recorderOf(recorded)
    this.tools = {
      signal: this.signal,
      kept: task.kept,
      progress: (progress) => this.#tell(progress),
      keep: (kept) => this.#keep(kept),
      endWith: (ctx, result) => this.#endWith(ctx, result),
    }
  }

  get signal(): AbortSignal {
    return this.#ending.signal
  }

  /** The tools of the work, once it is watched. */
  get context(): TaskContext {
    const context = contextFor(
      this.#product,
      { actor: this.#actor, session: this.#session },
      this.#recorder.audit,
      true,
      null,
    )
    return {
      ...context,
      get actor() {
        return context.actor
      },
      perform: async (operation, input) => {
        this.signal.throwIfAborted()
        return context.perform(operation, input)
      },
    }
  }

  /** From here on the signal can fire. */
  watch(
    { isAdmin }: Pick<User, 'isAdmin'>,
    { isForAdministrators = false }: Pick<NamedTaskKind, 'isForAdministrators'>,
    jobSignal: AbortSignal,
  ): void {
    this.#isForAdministrators = isForAdministrators
    this.#actAs(isAdmin)
    const follow = () => this.#ending.abort(jobSignal.reason)
    jobSignal.addEventListener('abort', follow, { once: true })
    if (jobSignal.aborted) follow()
    this.#letGo = () => jobSignal.removeEventListener('abort', follow)
    this.#timers = [setInterval(() => void this.#look(), this.#times.beatMs)]
  }

  unwatch(): void {
    this.#isOver = true
    this.#letGo()
    for (const timer of this.#timers) clearInterval(timer)
    if (this.#progressTimer) clearTimeout(this.#progressTimer)
    // A run that ignores the signal cannot write any more.
    if (!this.signal.aborted) this.#abort('stopped', 'the task has ended')
  }

  /** Null once the grace period of a run is over. */
  async patienceAfterSignal(): Promise<null> {
    const { signal } = this
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    if (this.#isOver) return null
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#timers = [...this.#timers, setTimeout(resolve, this.#times.patienceMs)]
    await promise
    return null
  }

  /**
   * Records the end of the task, or that it was cancelled. Does nothing when another run has taken over.
   * @param refusal why it failed; null when it succeeded
   */
  async end(end: TaskEnd, refusal: DomainError | null = null): Promise<void> {
    const { database, services } = this.#product
    const tellLog = await database.transaction(async (store) => {
      const state = await tasksIn(store).end(this.#key, end, this.#progress, services.clock.now())
      return (state ?? (await this.#endedBefore(store))) === 'done' ? this.#recorder.keep(store) : null
    })
    if (tellLog) tellLog()
    else await this.#recorder.keepRefused(database, notOnRecord(refusal), this.task.input)
  }

  /** Lets another run resume it, unless it was cancelled. */
  async release(): Promise<void> {
    await this.#product.database.tasks.release(this.#key)
  }

  get #key(): TaskRunKey {
    return { id: this.task.id, run: this.task.run }
  }

  /** What was kept of an earlier actor is worth no more than this one. */
  #actAs(isAdmin: boolean): void {
    if (this.#isForAdministrators && !isAdmin) this.#abort('notAllowed', 'the person is no administrator any more')
    const former = this.#actor
    if (former.kind === 'user' && former.isAdmin === isAdmin) return
    this.#actor = { kind: 'user', id: this.task.startedById, isAdmin }
    const caller = { actor: this.#actor, session: this.#session }
    if (former.kind === 'user') replaceCaller(former, caller)
    else rememberCaller(caller)
  }

  #abort(why: RunEnd, message: string): void {
    this.#ending.abort(new RunAborted(why, message))
  }

  #tell(progress: Partial<TaskProgress>): void {
    if (this.signal.aborted) return
    this.#progress = keptProgress({ ...this.#progress, ...progress })
    this.#isProgressNoted = false
    this.#progressTimer ??= setTimeout((): void => void this.#note(), this.#times.progressMs)
  }

  async #note(): Promise<void> {
    this.#progressTimer = null
    if (this.#isProgressNoted || this.signal.aborted) return
    this.#isProgressNoted = true
    const { database, services } = this.#product
    try {
      if (!(await database.tasks.note(this.#key, this.#progress))) await this.#look()
    } catch (error) {
      services.log.error(`the progress of the task ${this.task.kind} could not be noted`, error)
    }
  }

  async #keep(kept: object): Promise<void> {
    this.signal.throwIfAborted()
    this.#isProgressNoted = true
    if (await this.#product.database.tasks.keep(this.#key, kept, this.#progress)) return
    await this.#look()
    throw this.signal.reason
  }

  async #endWith({ store }: Pick<CommandContext, 'store'>, result: Parameters<TaskTools['endWith']>[1]): Promise<void> {
    this.signal.throwIfAborted()
    const end: TaskEnd = { state: 'done', result: saidResult(result), stands: true }
    const now = this.#product.services.clock.now()
    if ((await tasksIn(store).end(this.#key, end, this.#progress, now)) !== null) return
    this.#abort('leaseLost', 'another run has taken over')
    throw this.signal.reason
  }

  /** How this run ended itself; null if it did not. */
  async #endedBefore({ tasks }: Pick<Store, 'tasks'>): Promise<Task['state'] | null> {
    const task = await tasks.byId(this.task.id)
    return task?.run === this.task.run ? task.state : null
  }

  async #look(): Promise<void> {
    const { database, services } = this.#product
    try {
      const look = await database.tasks.look(this.#key)
      if (!look) this.#abort('leaseLost', 'another run has taken over')
      else if (look.isCancelled) this.#abort('cancelled', 'the task was cancelled')
      else if (look.isAdmin === null) this.#abort('accountGone', 'the account is gone')
      else this.#actAs(look.isAdmin)
    } catch (error) {
      services.log.error(`the task ${this.task.kind} could not be looked at`, error)
    }
  }
}
