import { ownName } from './own-names.ts'

const KEY = 'live_preview'

/** Whether this person wants the preview of long pages to follow what is typed, in this browser until they log out. */
export function isPreviewKept(): boolean {
  try {
    return localStorage.getItem(ownName(KEY)) === 'on'
  } catch {
    return false
  }
}

export function keepPreview(): void {
  try {
    localStorage.setItem(ownName(KEY), 'on')
  } catch {
    // A browser that keeps nothing keeps it as long as the page is open.
  }
}
