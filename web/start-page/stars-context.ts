import { createContext } from 'react'
import type { StarHandle } from './use-stars.ts'

/** Queried once for a list of any length; null where there are no stars. */
export const StarsContext = createContext<StarHandle | null>(null)
