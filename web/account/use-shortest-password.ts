import { limits } from '#core/limits.ts'
import { api } from '../api/trpc.ts'

/** The minimum password length of this site; the product's minimum while that is unknown. */
export function useShortestPassword(): number {
  const { data } = api.account.registerInfo.useQuery({}, { meta: { isQuiet: true } })
  return data?.passwordShortest ?? limits.passwordShortest
}
