import type { Language, TextForReaders } from '../language.ts'
import type { BlobPlace } from '../ports/files.ts'
import { shortened } from '../shortened.ts'
import { taskLimits } from './task-limits.ts'

/** A released task is waiting again; the last three are final. */
export const TASK_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type TaskState = (typeof TASK_STATES)[number]

export interface TaskProgress {
  readonly done: number
  /** Null when the total is unknown. */
  readonly of: number | null
  /** The current step, e.g. the title of a page; '' for none. */
  readonly what: TextForReaders
}

/** The result file of a task. */
export interface TaskFile extends BlobPlace {
  readonly name: string
  readonly mediaType: string
  readonly bytes: number
}
/** The result of a task. */
export interface KeptResult {
  readonly text: TextForReaders
  /** Where in the product it can be viewed, e.g. `/7`; '' for nowhere. */
  readonly path: string
  readonly file: TaskFile | null
}

/** Work that takes longer than a request. */
export interface Task {
  readonly id: number
  readonly kind: string
  /** The task runs with this person's rights. */
  readonly startedById: number
  /** Language of the person who started it. */
  readonly language: Language
  readonly input: object
  readonly state: TaskState
  /** Number of runs: only the newest run can write. */
  readonly run: number
  readonly progress: TaskProgress
  /** The saved state of a resumable task; null if none was saved. */
  readonly kept: object | null
  readonly result: KeptResult | null
  /** Why it failed, as shown to people; null otherwise. */
  readonly failure: Readonly<Record<Language, string>> | null
  readonly startedAt: Date
  readonly endedAt: Date | null
  /** When it was cancelled before it ended. */
  readonly cancelledAt: Date | null
}

export const NO_PROGRESS: TaskProgress = { done: 0, of: null, what: '' }

/** Whether it has expired: it is no longer listed, and its result is deleted. */
export const isGone = ({ endedAt }: Pick<Task, 'endedAt'>, now: Date): boolean =>
  endedAt !== null && endedAt <= lastKeptEnd(now)

/** Tasks that ended before or at that time have expired. */
export const lastKeptEnd = (now: Date): Date => new Date(now.getTime() - taskLimits.keptMs)

/** Progress as stored: plausible numbers, and a text the database accepts. */
export const keptProgress = ({ done, of, what }: TaskProgress): TaskProgress => ({
  done: countOf(done),
  of: typeof of === 'number' ? countOf(of) : null,
  what: storableForReaders(what, taskLimits.whatLength),
})

const countOf = (number: number): number => (Number.isFinite(number) ? Math.max(0, number) : 0)

/** Text the database accepts, limited in length. */
export const storable = (text: string, longest: number): string =>
  shortened(text.replaceAll('\0', ''), longest).toWellFormed()

/**
 * The same for each of its languages. What a plugin without types gives must not fail its work: what is no text counts as
 * none, and one language stands for a missing one.
 */
export function storableForReaders(text: unknown, longest: number): TextForReaders {
  if (typeof text === 'string') return storable(text, longest)
  const { en, 'zh-cn': zhCn } = (text ?? {}) as Partial<Record<Language, unknown>>
  const [english, chinese] = [en, zhCn].map((given) => (typeof given === 'string' ? storable(given, longest) : null))
  return english || chinese ? { en: english ?? chinese ?? '', 'zh-cn': chinese ?? english ?? '' } : ''
}
