import { useSyncExternalStore } from 'react'
import { onShownBar, shownBar } from './shown-bar.ts'

/** The bar of the screen that is shown by now, to put something into; each screen has one of its own. Null while there is none. */
export const useShownBar = (): HTMLElement | null => useSyncExternalStore(onShownBar, shownBar)
