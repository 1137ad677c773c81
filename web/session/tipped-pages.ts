import { ownName } from './own-names.ts'

const KEY = 'tipped_pages'
/** The pages told of longest ago are told of again. */
const MOST = 200

/** Whether the tip about a long page is due in this browser; it is so once for each page (spec §4). */
export function takeTip(pageKey: string): boolean {
  try {
    const tipped = tippedPages()
    if (tipped.includes(pageKey)) return false
    localStorage.setItem(ownName(KEY), JSON.stringify([...tipped, pageKey].slice(-MOST)))
  } catch {
    // A browser that keeps nothing tells it each time.
  }
  return true
}

function tippedPages(): readonly string[] {
  const kept: unknown = JSON.parse(localStorage.getItem(ownName(KEY)) ?? '[]')
  return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []
}
