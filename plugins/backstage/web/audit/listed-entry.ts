import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'

export type ListedEntry = AnswerOf<CoreOperations['audit']['list']>['list'][number]
