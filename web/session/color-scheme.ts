import { useSyncExternalStore } from 'react'
import type { SchemeChoice } from './boot.ts'
import { rememberInCookie } from './cookies.ts'

export type ColorScheme = 'light' | 'dark'

const CHANGED = 'schemechanged'
const SYSTEM_DARK = '(prefers-color-scheme: dark)'

const chosen = (): SchemeChoice => {
  const value = document.documentElement.dataset['scheme']
  return value === 'light' || value === 'dark' ? value : 'system'
}
const shown = (): ColorScheme => {
  const choice = chosen()
  if (choice !== 'system') return choice
  return matchMedia(SYSTEM_DARK).matches ? 'dark' : 'light'
}

/** Uses this scheme from now on, in this document and the next ones. */
export function chooseScheme(choice: SchemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset['scheme']
  else document.documentElement.dataset['scheme'] = choice
  rememberInCookie('scheme', choice)
  window.dispatchEvent(new Event(CHANGED))
}

function subscribe(listener: () => void): () => void {
  const system = matchMedia(SYSTEM_DARK)
  window.addEventListener(CHANGED, listener)
  system.addEventListener('change', listener)
  return () => {
    window.removeEventListener(CHANGED, listener)
    system.removeEventListener('change', listener)
  }
}

/** The current scheme; light on the server, which does not know the system's. */
export const useColorScheme = (): ColorScheme => useSyncExternalStore(subscribe, shown, () => 'light')

/** The person's choice, for the settings. */
export const useSchemeChoice = (): SchemeChoice => useSyncExternalStore(subscribe, chosen, () => 'system')
