import { limits } from '#core/limits.ts'
import { api } from '../api/trpc.ts'

/** How many characters a new password has at least on this site; of every site while that is not known yet. */
export function useShortestPassword(): number {
  const { data } = api.account.registerInfo.useQuery({}, { meta: { isQuiet: true } })
  return data?.passwordShortest ?? limits.passwordShortest
}
