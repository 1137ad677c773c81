import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/api/api-types.ts'

export type ComparedPage = AnswerOf<CoreOperations['page']['compare']>
export type PageState = ComparedPage['before']
