import type { z } from 'zod'
import type { CommandContext, Context } from '../context.ts'
import { extensionPoint } from '../extension.ts'
import type { Language, TextForReaders } from '../language.ts'
import type { TaskProgress } from './task.ts'

/**
 * What a task's run gets: it acts as the person who started it, with that person's current rights. Operations are
 * performed each in a transaction of its own, and no longer once the signal has fired: then its reason is thrown.
 */
export type TaskContext = Context

export interface TaskTools {
  /** Fires when the run must end: cancelled, out of time, the server is stopping, or another run has taken over. */
  readonly signal: AbortSignal
  /** What the previous run kept; null for a new task. */
  readonly kept: object | null
  /** Reports progress; may be called any number of times. */
  progress(progress: Partial<TaskProgress>): void
  /**
   * Immediately stores, as JSON, the state from which a later run resumes; only useful for resumable tasks.
   * @throws the reason of the signal when this run may not write any more
   */
  keep(kept: object): Promise<void>
  /**
   * Ends the task in the transaction of a command it performs: either both the command's writes and the end of the task
   * are committed, or neither. A crash right after it changes nothing, and a cancel comes too late. Call it last;
   * anything the run returns afterwards is ignored.
   * @throws the reason of the signal when this run may not write any more
   */
  endWith(ctx: Pick<CommandContext, 'store'>, result: Pick<TaskResult, 'text' | 'path'>): Promise<void>
}

/** The result file of a task; its content is stored as it is read. */
export interface ResultFile {
  readonly name: string
  /** Of a type that browsers do not execute, e.g. `application/zip`. */
  readonly mediaType: string
  readonly content: AsyncIterable<Uint8Array>
}
/** The result of a task. It is kept for 24 hours. */
export interface TaskResult {
  /** One sentence, in each language: administrators read it in theirs. */
  readonly text?: TextForReaders
  /** Where in the product it can be viewed, e.g. `/7`. */
  readonly path?: string
  /** Smaller than 512 MB. */
  readonly file?: ResultFile
}

/** Work that takes longer than a request, started with `startTask`. */
export interface TaskKind<I extends z.ZodType = z.ZodType> {
  /** Its input; stored as JSON. */
  readonly input: I
  /** At most a day. */
  readonly limitMs: number
  /** Whether the next run resumes an interrupted one from what it kept; otherwise the task fails. */
  readonly isResumable?: boolean
  /**
   * Refuses whoever started it the result file once they could not start it any more; left out when the file holds
   * nothing that can be closed to them.
   * @throws DomainError as starting it
   */
  requireResult?(ctx: Context, input: z.output<I>): Promise<unknown>
  /** A `DomainError` becomes the reason shown to people. After the signal only the result counts. */
  run(ctx: TaskContext, input: z.output<I>, tools: TaskTools): Promise<TaskResult | void>
}

/** Infers the type of the input for `run`. */
export const taskKind = <I extends z.ZodType>(kind: TaskKind<I>): TaskKind<I> => kind

/** A kind of task and its name. */
export interface NamedTaskKind extends TaskKind {
  readonly name: string
  readonly titles: Readonly<Record<Language, string>>
  /** Its signal fires, and it fails, as soon as the person who started it is no administrator any more. */
  readonly isForAdministrators?: boolean
}

export const taskKinds = extensionPoint<NamedTaskKind>('taskKinds')
