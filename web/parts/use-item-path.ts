import { api } from '#web/api/trpc.ts'

/** Where the item with this domain is, when whoever asks may see it; null as long as nothing is known of it. */
export function useItemPath(domain: string): string | null {
  const item = api.item.info.useQuery(
    { itemId: domain },
    { retry: false, staleTime: Infinity, meta: { isQuiet: true } },
  )
  return item.data ? `/${domain}` : null
}
