import { api } from '../api/trpc.ts'

/** Whether this person may add items; assumed until known, because nearly everybody may. */
export function useMayAddItems(): boolean {
  const { data } = api.item.mayAdd.useQuery({}, { meta: { isQuiet: true } })
  return data?.mayAdd ?? true
}
