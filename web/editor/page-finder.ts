import { createContext } from 'react'

/** A page of the item that is written in, as a link to it needs it. */
export interface FoundPage {
  readonly title: string
  /** Below the site. */
  readonly address: string
  /** The catalogs it lies in, from the top. */
  readonly path: readonly string[]
}

/** Pages whose titles hold this, the best first; without a query the first ones. */
export type FindPages = (query: string) => Promise<readonly FoundPage[]>

/** Given by whoever shows an editor. */
export const PageFinder = createContext<FindPages>(async () => [])
