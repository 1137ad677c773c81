type Guard = (address: string) => boolean
const guards = new Set<Guard>()

/** Whether somebody is asked before this address is opened, by what opens it without a link: then it must not go there. */
export const isAskedFirst = (address: string): boolean => [...guards].some((guard) => guard(address))

/** @param guard asks and returns true, or returns false when nothing would be lost. @returns ends it */
export function askFirst(guard: Guard): () => void {
  guards.add(guard)
  return () => void guards.delete(guard)
}
