import type { Language } from '../language.ts'
import type { BlobPlace } from '../ports/files.ts'
import { shortened } from '../shortened.ts'
import { taskLimits } from './task-limits.ts'

/** A released task waits again; the last three are its ends. */
export const TASK_STATES = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type TaskState = (typeof TASK_STATES)[number]

export interface TaskProgress {
  readonly done: number
  /** Null when it is not known how much there is to do. */
  readonly of: number | null
  /** What it is at, as a page's title; '' when there is nothing to say. */
  readonly what: string
}

/** A file a task made. */
export interface TaskFile extends BlobPlace {
  readonly name: string
  readonly mediaType: string
  readonly bytes: number
}
/** What came of a task. */
export interface KeptResult {
  readonly text: string
  /** Where in the product it can be seen, as `/7`; '' for nowhere. */
  readonly path: string
  readonly file: TaskFile | null
}

/** Work that takes longer than a request. */
export interface Task {
  readonly id: number
  readonly kind: string
  /** It runs in this person's name. */
  readonly startedById: number
  /** Of whoever started it. */
  readonly language: Language
  readonly input: object
  readonly state: TaskState
  /** Counts the runs: one that is not the newest any more can write nothing. */
  readonly run: number
  readonly progress: TaskProgress
  /** What a resumable task goes on from; null before it kept something. */
  readonly kept: object | null
  readonly result: KeptResult | null
  /** Why it failed, in words for people; null unless it did. */
  readonly failure: Readonly<Record<Language, string>> | null
  readonly startedAt: Date
  readonly endedAt: Date | null
  /** When somebody asked for its end before it came by itself. */
  readonly cancelledAt: Date | null
}

export const NO_PROGRESS: TaskProgress = { done: 0, of: null, what: '' }

/** Whether its time is over: it is listed to nobody any more, and its result is gone. */
export const isGone = ({ endedAt }: Pick<Task, 'endedAt'>, now: Date): boolean =>
  endedAt !== null && endedAt <= lastKeptEnd(now)

/** Tasks that ended then or before are gone. */
export const lastKeptEnd = (now: Date): Date => new Date(now.getTime() - taskLimits.keptMs)

/** Progress as it is kept: numbers that make sense, and a text the database takes. */
export const keptProgress = ({ done, of, what }: TaskProgress): TaskProgress => ({
  done: countOf(done),
  of: of === null ? null : countOf(of),
  what: storable(what, taskLimits.whatLength),
})

const countOf = (number: number): number => (Number.isFinite(number) ? Math.max(0, number) : 0)

/** Text as the database takes it, cut to a length. */
export const storable = (text: string, longest: number): string =>
  shortened(text.replaceAll('\0', ''), longest).toWellFormed()
