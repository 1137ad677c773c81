import type { pageOperations } from '#core/page/operations.ts'

/** What the people of a run ask the server for. */
export type SimulatedOperations = Pick<
  typeof pageOperations,
  'save' | 'info' | 'keepDraft' | 'drafts' | 'draft' | 'dropDraft' | 'setLock'
>
