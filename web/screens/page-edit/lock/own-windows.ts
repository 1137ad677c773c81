import { ownName, ownNamesIn } from '#web/session/own-names.ts'

/** The longest time a lock can matter: it expires long before. */
const FORGOTTEN_MS = 24 * 3_600_000
const PREFIX = 'page_window:'

const lockName = (tab: string): string => `octavo ${PREFIX}${tab}`

/**
 * Announces to the other windows of this browser that this one edits a page, while it is open: the browser itself
 * releases the lock name when the window crashes. Without the Web Locks API (addresses without TLS), nothing is
 * announced. @returns a function that ends it; the window can still be found by `goneWindows`
 */
export function presentWindow(tab: string, pageId: number): () => void {
  if (!('locks' in navigator)) return () => undefined
  let go = () => {}
  const isGone = new Promise<void>((resolve) => (go = resolve))
  void navigator.locks
    .request(lockName(tab), () => {
      // Only once the name is held: a recorded window without it counts as closed.
      inStorage((storage) => storage.setItem(ownName(PREFIX + tab), `${pageId} ${Date.now()}`))
      return isGone
    })
    .catch(() => undefined)
  return go
}

/** The closed windows of this browser that edited the page; empty when unknown. */
export async function goneWindows(pageId: number): Promise<readonly string[]> {
  if (!('locks' in navigator)) return []
  forgetOld()
  const { held = [] } = await navigator.locks.query()
  const present = new Set(held.map(({ name }) => name))
  return noted()
    .filter((window) => window.pageId === pageId && !present.has(lockName(window.tab)))
    .map(({ tab }) => tab)
}

export const forgetWindow = (tab: string): void => {
  inStorage((storage) => storage.removeItem(ownName(PREFIX + tab)))
}

function forgetOld(): void {
  for (const { tab, at } of noted()) if (Math.abs(Date.now() - at) > FORGOTTEN_MS) forgetWindow(tab)
}

function noted(): readonly { readonly tab: string; readonly pageId: number; readonly at: number }[] {
  const read = (storage: Storage) =>
    ownNamesIn(storage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => {
        const [pageId = 0, at = 0] = (storage.getItem(ownName(key)) ?? '').split(' ').map(Number)
        return { tab: key.slice(PREFIX.length), pageId, at }
      })
  return inStorage(read) ?? []
}

/** Null in browsers without storage. */
function inStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(localStorage)
  } catch {
    return null
  }
}
