import { useState } from 'react'
import { useKeptFlag } from '../parts/use-kept-flag.ts'
import { useCurrentUser } from '../session/current-user.tsx'
import { usePreferences } from '../session/preferences.ts'

/**
 * Whether the preview of long pages follows what is typed, and what makes it follow from now on: everywhere for
 * somebody with an account, in this browser for others.
 */
export function useKeptPreview(): readonly [boolean, () => void] {
  const user = useCurrentUser()
  const { choosePreview } = usePreferences()
  const [isKeptHere, keepHere] = useKeptFlag('live_preview')
  // What was pressed holds at once, also if it cannot be stored.
  const [isPressed, setPressed] = useState(false)
  const keep = (): void => {
    setPressed(true)
    if (user) choosePreview(true)
    else keepHere()
  }
  return [isPressed || (user ? user.keepsPreview : isKeptHere), keep]
}
