import { api } from '#web/api/trpc.ts'

/** The path of the item with this domain, if the caller may see it; null while unknown. */
export function useItemPath(domain: string): string | null {
  const item = api.item.isReadable.useQuery(
    { itemId: domain },
    { retry: false, staleTime: Infinity, meta: { isQuiet: true } },
  )
  return item.data?.isReadable ? `/${domain}` : null
}
