import type { teamOperations } from '#core/team/operations.ts'
import type { AnswerOf } from '../../api/api-types.ts'

export type ShownTeam = AnswerOf<typeof teamOperations.list>[number]
