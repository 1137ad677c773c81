import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'

export type SiteFile = AnswerOf<CoreOperations['attachment']['listAll']>['list'][number]
