import { createContext } from 'react'
import type { StarHandle } from './use-stars.ts'

/** Asked for once for a list of any length; null where nothing is starred. */
export const StarsContext = createContext<StarHandle | null>(null)
