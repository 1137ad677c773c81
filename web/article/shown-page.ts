import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/api/api-types.ts'

/** A page as sent to its readers. */
export type PageArticle = AnswerOf<CoreOperations['page']['view']>
export type PageVersion = AnswerOf<CoreOperations['page']['history']>[number]
