import type { KeptResult, Task, TaskProgress, TaskState } from '../task/task.ts'
import type { Paging, Slice } from '../paging.ts'

export type NewTask = Pick<Task, 'kind' | 'startedById' | 'language' | 'input' | 'startedAt'>
/** Identifies one run of a task. */
export type TaskRunKey = Pick<Task, 'id' | 'run'>

export interface TaskFilter {
  /** Null for everybody. */
  readonly startedById: number | null
  /** Tasks that ended before or at this time are left out. */
  readonly endedAfter: Date
  /** Null for all states. */
  readonly state: TaskState | null
}
export interface ListedTask extends Task {
  /** Username of the person who started it; '' when the account is deleted. */
  readonly username: string
}

/** How a run ends. */
export type TaskEnd =
  | { readonly state: 'done'; readonly result: KeptResult; readonly stands: boolean }
  | { readonly state: 'failed'; readonly failure: NonNullable<Task['failure']> }

/** State a run checks regularly. */
export interface RunLook {
  readonly isCancelled: boolean
  /** Null when the account that started it is deleted or switched off. */
  readonly isAdmin: boolean | null
}

/** Tasks. Only the newest run of a task can write, and only until the task has ended. */
export interface Tasks {
  /** @returns null, with nothing written, when the person already has `most` unfinished tasks */
  insert(task: NewTask, most: number): Promise<Task | null>
  byId(id: number): Promise<ListedTask | null>
  /** Newest first, without dismissed ones. */
  list(filter: TaskFilter, paging: Paging): Promise<Slice<ListedTask>>
  /** Ends a waiting task; a running one is ended by its run. A finished task is not changed. */
  cancel(id: number, now: Date): Promise<void>
  /** The same for all tasks started by this person. */
  cancelAllOf(userId: number, now: Date): Promise<void>
  /** Removes a finished task from the list. */
  dismiss(id: number): Promise<void>

  /**
   * Starts its next run; after that the previous run can no longer write. @returns null when it has ended or is deleted
   */
  begin(id: number): Promise<Task | null>
  /** Null when the run is not the newest any more, or has ended. */
  look(run: TaskRunKey): Promise<RunLook | null>
  /** @returns false, with nothing written, when the run may not write any more or its task was cancelled */
  note(run: TaskRunKey, progress: TaskProgress): Promise<boolean>
  /** The same, with the data from which a later run resumes. */
  keep(run: TaskRunKey, kept: object, progress: TaskProgress): Promise<boolean>
  /**
   * A cancelled task ends as cancelled, whatever the result, unless that stands. @returns how it ended; null when the
   * run may not write any more
   */
  end(run: TaskRunKey, end: TaskEnd, progress: TaskProgress, now: Date): Promise<Task['state'] | null>
  /** Makes the task wait for another run. */
  release(run: TaskRunKey): Promise<void>

  /** Ends tasks that have no job. @returns how many */
  failOrphans(failure: NonNullable<Task['failure']>, now: Date): Promise<number>
  /** Ends those of other kinds than these that were started a day ago and that no server is running. @returns how many */
  failUnknown(kinds: readonly string[], failure: NonNullable<Task['failure']>, now: Date): Promise<number>
  /** Deletes those that ended before or at that time. */
  sweep(endedBefore: Date): Promise<number>
}
