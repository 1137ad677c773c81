import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'

/** What the section knows. */
export type ShowdocState = AnswerOf<CoreOperations['showdoc']['read']>
export type FoundShowdoc = NonNullable<ShowdocState['look']>
