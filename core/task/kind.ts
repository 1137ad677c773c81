import type { z } from 'zod'
import type { CommandContext, Context } from '../context.ts'
import { extensionPoint } from '../extension.ts'
import type { Language } from '../language.ts'
import type { TaskProgress } from './task.ts'

/**
 * What a task's run gets: it acts in the name of whoever started it, with the rights this person has now. Operations are
 * performed each in a transaction of its own, and not any more once the signal has fired: then its reason is thrown.
 */
export type TaskContext = Context

export interface TaskTools {
  /** Fires when the run is to end: cancelled, out of time, the server stops, or another run has taken over. */
  readonly signal: AbortSignal
  /** What was kept by the run before; null for a task that begins. */
  readonly kept: object | null
  /** Tells how far it is, as often as it likes. */
  progress(progress: Partial<TaskProgress>): void
  /**
   * Keeps, at once, what a further run goes on from, as JSON; only of use to resumable tasks.
   * @throws the reason of the signal when this run may write no more
   */
  keep(kept: object): Promise<void>
  /**
   * Ends the task in the transaction of a command that it performs: either both are kept, what was written there and that
   * the task is done, or neither is. A crash right behind it changes nothing, and a cancel comes too late. To be called
   * last; what the run gives then is passed over.
   * @throws the reason of the signal when this run may write no more
   */
  endWith(ctx: Pick<CommandContext, 'store'>, result: Pick<TaskResult, 'text' | 'path'>): Promise<void>
}

/** A file that comes of a task; its text is written as it is read. */
export interface ResultFile {
  readonly name: string
  /** Of a kind no browser runs, as `application/zip`. */
  readonly mediaType: string
  readonly content: AsyncIterable<Uint8Array>
}
/** What comes of a task. It is kept for 24 hours. */
export interface TaskResult {
  /** One sentence in the language of `ctx.session`. */
  readonly text?: string
  /** Where in the product it can be seen, as `/7`. */
  readonly path?: string
  /** Smaller than 512 MB. */
  readonly file?: ResultFile
}

/** Work that takes longer than a request, started by `startTask`. */
export interface TaskKind<I extends z.ZodType = z.ZodType> {
  /** What it is started with; kept as JSON. */
  readonly input: I
  /** At most a day. */
  readonly limitMs: number
  /** When a run was interrupted, the next one goes on from what was kept; otherwise the task fails. */
  readonly isResumable?: boolean
  /** A `DomainError` becomes the reason people are told. Nothing after the signal counts but the result. */
  run(ctx: TaskContext, input: z.output<I>, tools: TaskTools): Promise<TaskResult | void>
}

/** Gives the type of the input to `run`. */
export const taskKind = <I extends z.ZodType>(kind: TaskKind<I>): TaskKind<I> => kind

/** A kind of task with the name it is started by. */
export interface NamedTaskKind extends TaskKind {
  readonly name: string
  readonly titles: Readonly<Record<Language, string>>
}

export const taskKinds = extensionPoint<NamedTaskKind>('taskKinds')
