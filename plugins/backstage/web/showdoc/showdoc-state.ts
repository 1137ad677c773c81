import type { CoreOperations } from '#core/operations.ts'
import type { AnswerOf } from '#web/extensions/plugin-api.ts'

/** The data of the section. */
export type ShowdocState = AnswerOf<CoreOperations['showdoc']['read']>
export type FoundShowdoc = NonNullable<ShowdocState['look']>
