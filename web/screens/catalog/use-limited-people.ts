import { api } from '../../api/trpc.ts'

/** How many people have a right that is limited to a catalog, and would lose it with the catalog's place. */
export function useLimitedPeople(itemId: number): (catId: number) => number {
  // Who may edit one catalog only is refused, and can move no first-level catalog either.
  const limits = api.member.listLimits.useQuery({ itemId }, { meta: { isQuiet: true } })
  return (catId) => limits.data?.find((each) => each.catId === catId)?.peopleCount ?? 0
}
