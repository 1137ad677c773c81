import { api } from '../api/trpc.ts'

// Editors of a single catalog are refused, but they cannot move first-level catalogs either.
const useLimits = (itemId: number) => api.member.listLimits.useQuery({ itemId }, { meta: { isQuiet: true } })

/** How many people have a right limited to a catalog, which moving the catalog would end. */
export function useLimitedPeople(itemId: number): (catalogId: number) => number {
  const limits = useLimits(itemId)
  return (catalogId) => limits.data?.find((each) => each.catalogId === catalogId)?.peopleCount ?? 0
}

/** Whether the server has answered: before that, a catalog could be moved without confirmation. */
export const useAreLimitsAnswered = (itemId: number): boolean => !useLimits(itemId).isPending
