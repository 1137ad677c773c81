import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/api/api-types.ts'

export type ShownTask = AnswerOf<CoreOperations['task']['status']>

export const isRunning = ({ state }: Pick<ShownTask, 'state'>): boolean =>
  state === 'waiting' || state === 'running' || state === 'stopping'
