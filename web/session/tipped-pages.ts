import { ownName } from './own-names.ts'

const KEY = 'tipped_pages'
/** The oldest entries are dropped, so their tips are shown again. */
const MOST = 200

/** Whether to show the tip about long pages in this browser; shown once for each page (spec §4). */
export function takeTip(pageKey: string): boolean {
  try {
    const tipped = tippedPages()
    if (tipped.includes(pageKey)) return false
    localStorage.setItem(ownName(KEY), JSON.stringify([...tipped, pageKey].slice(-MOST)))
  } catch {
    // Without storage it is shown each time.
  }
  return true
}

function tippedPages(): readonly string[] {
  const kept: unknown = JSON.parse(localStorage.getItem(ownName(KEY)) ?? '[]')
  return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []
}
