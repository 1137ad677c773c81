import { ownName, ownNamesIn } from '#web/session/own-names.ts'

/** How long a lock can be of interest at most, whatever happens to its window: it ends by itself long before. */
const FORGOTTEN_MS = 24 * 3_600_000
const PREFIX = 'page_window:'

const lockName = (tab: string): string => `octavo ${PREFIX}${tab}`

/**
 * Tells the other windows of this browser that this one writes in a page, for as long as it is there: the browser itself
 * lets go of the name when the window crashes. Where it has no such names (addresses without TLS), nothing is told.
 * @returns ends it; the window can still be found by `goneWindows`
 */
export function presentWindow(tab: string, pageId: number): () => void {
  if (!('locks' in navigator)) return () => undefined
  let go = () => {}
  const isGone = new Promise<void>((resolve) => (go = resolve))
  void navigator.locks
    .request(lockName(tab), () => {
      // Only once the name is held: a window that is written down without it counts as gone.
      inStorage((storage) => storage.setItem(ownName(PREFIX + tab), `${pageId} ${Date.now()}`))
      return isGone
    })
    .catch(() => undefined)
  return go
}

/** The windows of this browser that wrote in the page and are not there any more; empty where nobody can tell. */
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

/** Null in browsers that refuse to keep anything. */
function inStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(localStorage)
  } catch {
    return null
  }
}
