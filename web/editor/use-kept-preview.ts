import { useState } from 'react'
import { useKeptFlag } from '../parts/use-kept-flag.ts'
import { useCurrentUser } from '../session/current-user.tsx'
import { usePreferences } from '../session/preferences.ts'

/** The name of the choice in this browser: of visitors, and from before accounts kept it. */
export const PREVIEW_KEPT_HERE = 'live_preview'

/**
 * Whether the preview of long pages follows what is typed, and what makes it follow from now on: everywhere for
 * somebody with an account, in this browser for others.
 */
export function useKeptPreview(): readonly [boolean, () => void] {
  const user = useCurrentUser()
  const { keepPreview } = usePreferences()
  const [isKeptHere, keepHere] = useKeptFlag(PREVIEW_KEPT_HERE)
  // What was pressed holds at once, also if it cannot be stored.
  const [isPressed, setPressed] = useState(false)
  const keep = (): void => {
    setPressed(true)
    if (user) keepPreview()
    else keepHere()
  }
  return [isPressed || isKeptHere || user?.keepsPreview === true, keep]
}
