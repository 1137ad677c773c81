import { useState } from 'react'
import { ownName } from '../session/own-names.ts'

/**
 * Something this person has chosen or done once, remembered in this browser until logout, and what sets it. Without
 * storage it is remembered as long as the screen is open.
 */
export function useKeptFlag(name: string): readonly [boolean, () => void] {
  const [isSet, setIt] = useState(() => isKept(name))
  const keep = (): void => {
    try {
      localStorage.setItem(ownName(name), 'on')
    } catch {
      // The state below is enough for this screen.
    }
    setIt(true)
  }
  return [isSet, keep]
}

function isKept(name: string): boolean {
  try {
    return localStorage.getItem(ownName(name)) !== null
  } catch {
    return false
  }
}
