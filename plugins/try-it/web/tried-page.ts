import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'

/** The page whose call is made. */
export type TriedPage = AnswerOf<CoreOperations['page']['info']>
