import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'

export type ListedAccount = AnswerOf<CoreOperations['adminUser']['list']>['users'][number]
