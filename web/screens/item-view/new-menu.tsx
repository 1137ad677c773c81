import { useEffect } from 'react'
import { api } from '#web/api/trpc.ts'

/** Asks for the menu again: it lists a page that is gone by now. */
export function NewMenu() {
  const cache = api.useUtils()
  useEffect(() => void cache.item.info.invalidate(), [cache])
  return null
}
