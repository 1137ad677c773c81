import { useSyncExternalStore } from 'react'
import { onShownBar, shownBar } from './shown-bar.ts'

/** The header of the current screen, for portals; each screen has its own. Null while there is none. */
export const useShownBar = (): HTMLElement | null => useSyncExternalStore(onShownBar, shownBar)
