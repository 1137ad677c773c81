import { ownName } from './own-names.ts'

const KEY = 'live_preview'

/** Whether the preview of long pages follows typing, for this person in this browser until logout. */
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
    // Without storage, it is kept until the page is closed.
  }
}
