import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'

export type DeletedItem = AnswerOf<CoreOperations['itemBin']['list']>['items'][number]
