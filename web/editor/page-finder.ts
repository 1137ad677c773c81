import { createContext } from 'react'

/** A page of the item being edited, as needed for a link to it. */
export interface FoundPage {
  readonly title: string
  /** Relative to the site. */
  readonly address: string
  /** The catalogs above it, from the top. */
  readonly path: readonly string[]
}

/** The pages of the item, as visible to the person editing. */
export interface PagesOfItem {
  /** Pages whose titles contain this, best matches first; without a query the first ones. */
  find(query: string): Promise<readonly FoundPage[]>
  /** Which of these addresses lead to a page of the item that this person cannot see. */
  broken(addresses: readonly string[]): Promise<readonly string[]>
}

/** Provided by the component that shows an editor. */
export const PageFinder = createContext<PagesOfItem>({ find: async () => [], broken: async () => [] })
