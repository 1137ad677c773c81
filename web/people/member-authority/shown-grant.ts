import type { AnswerOf } from '#web/api/api-types.ts'
import type { teamGrantOperations } from '#core/team/grant-operations.ts'

export interface Place {
  readonly itemId: number
  readonly teamId: number
}
export type ShownGrant = AnswerOf<typeof teamGrantOperations.list>[number]
export type ShownCatalog = AnswerOf<typeof teamGrantOperations.listCatalogs>[number]
