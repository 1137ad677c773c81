import { api } from '../api/trpc.ts'

// Who may edit one catalog only is refused, and can move no first-level catalog either.
const useLimits = (itemId: number) => api.member.listLimits.useQuery({ itemId }, { meta: { isQuiet: true } })

/** How many people have a right that is limited to a catalog, and would lose it with the catalog's place. */
export function useLimitedPeople(itemId: number): (catalogId: number) => number {
  const limits = useLimits(itemId)
  return (catalogId) => limits.data?.find((each) => each.catalogId === catalogId)?.peopleCount ?? 0
}

/** Whether the server has answered: until then a catalog could be moved without the question. */
export const useAreLimitsAnswered = (itemId: number): boolean => !useLimits(itemId).isPending
