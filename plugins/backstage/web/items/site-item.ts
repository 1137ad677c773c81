import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'

export type SiteItem = AnswerOf<CoreOperations['adminItem']['list']>['items'][number]
