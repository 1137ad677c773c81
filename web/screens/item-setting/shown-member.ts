import type { AnswerOf } from '#web/api/api-types.ts'
import type { memberOperations } from '#core/member/operations.ts'
import { api } from '../../api/trpc.ts'

/** A member as shown to managers. */
export type ShownMember = AnswerOf<typeof memberOperations.list>[number]
export type MemberRole = ShownMember['role']

/** From the most common right to the rarest. */
export const ROLES: readonly MemberRole[] = ['editor', 'reader', 'manager']

const RISING: readonly MemberRole[] = ['reader', 'editor', 'manager']
/** Whether the second role includes all rights of the first. */
export const isNoMore = (role: MemberRole, other: MemberRole): boolean => RISING.indexOf(role) <= RISING.indexOf(other)

export interface FirstCatalog {
  readonly catalogId: number
  readonly catalogName: string
}

/** The catalogs a right can be limited to: those on the first level (spec §4). */
export function useFirstCatalogs(itemId: number): readonly FirstCatalog[] {
  return api.catalog.listTree.useQuery({ itemId }).data ?? []
}
