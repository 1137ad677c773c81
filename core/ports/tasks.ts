import type { KeptResult, Task, TaskProgress, TaskState } from '../task/task.ts'
import type { Paging, Slice } from '../paging.ts'

export type NewTask = Pick<Task, 'kind' | 'startedById' | 'language' | 'input' | 'startedAt'>
/** Names one run of a task. */
export type TaskRunKey = Pick<Task, 'id' | 'run'>

export interface TaskFilter {
  /** Null for everybody's. */
  readonly startedById: number | null
  /** Those that ended then or before are left out. */
  readonly endedAfter: Date
  /** Null for all of them. */
  readonly state: TaskState | null
}
export interface ListedTask extends Task {
  /** Of whoever started it; '' when the account is gone. */
  readonly username: string
}

/** How a run ends. */
export type TaskEnd =
  | { readonly state: 'done'; readonly result: KeptResult; readonly stands: boolean }
  | { readonly state: 'failed'; readonly failure: NonNullable<Task['failure']> }

/** What a run needs to know from time to time. */
export interface RunLook {
  readonly isCancelled: boolean
  /** Null when the account of whoever started it is gone or switched off. */
  readonly isAdmin: boolean | null
}

/** Tasks, of which a run writes only while it is the newest one and has not ended. */
export interface Tasks {
  /** @returns null, with nothing written, when the person has `most` of them that did not end yet */
  insert(task: NewTask, most: number): Promise<Task | null>
  byId(id: number): Promise<ListedTask | null>
  /** Newest first, without those that were dismissed. */
  list(filter: TaskFilter, paging: Paging): Promise<Slice<ListedTask>>
  /** Ends it when it waits; when it runs, its run will end it. A task that has ended stays as it is. */
  cancel(id: number, now: Date): Promise<void>
  /** The same for every task this person has started. */
  cancelAllOf(userId: number, now: Date): Promise<void>
  /** Takes a task that has ended off the list. */
  dismiss(id: number): Promise<void>

  /** Begins its next run, after which the one before can write nothing. @returns null when it has ended or is gone */
  begin(id: number): Promise<Task | null>
  /** Null when the run is not the newest any more, or has ended. */
  look(run: TaskRunKey): Promise<RunLook | null>
  /** @returns false, with nothing written, when the run may write no more or its task was cancelled */
  note(run: TaskRunKey, progress: TaskProgress): Promise<boolean>
  /** The same, with what a further run goes on from. */
  keep(run: TaskRunKey, kept: object, progress: TaskProgress): Promise<boolean>
  /** A task that was cancelled ends so, whatever came of it, unless that stands. @returns how it ended; null when the run may write no more */
  end(run: TaskRunKey, end: TaskEnd, progress: TaskProgress, now: Date): Promise<Task['state'] | null>
  /** Has the task wait for a further run. */
  release(run: TaskRunKey): Promise<void>

  /** Ends tasks of which no job is left, as after a restart with fewer plugins. @returns how many */
  failOrphans(failure: NonNullable<Task['failure']>, now: Date): Promise<number>
  /** Removes those that ended then or before. @returns how many */
  sweep(endedBefore: Date): Promise<number>
}
