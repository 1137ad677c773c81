import type { teamMemberOperations } from '#core/team/member-operations.ts'
import type { AnswerOf } from '../../api/api-types.ts'

/** A member of a team as shown to everybody in it. */
export type ShownMember = AnswerOf<typeof teamMemberOperations.list>[number]
