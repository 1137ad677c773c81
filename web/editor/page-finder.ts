import { createContext } from 'react'

/** A page of the item that is written in, as a link to it needs it. */
export interface FoundPage {
  readonly title: string
  /** Below the site. */
  readonly address: string
  /** The catalogs it lies in, from the top. */
  readonly path: readonly string[]
}

/** The pages of the item, as the person who writes knows them. */
export interface PagesOfItem {
  /** Pages whose titles hold this, the best first; without a query the first ones. */
  find(query: string): Promise<readonly FoundPage[]>
  /** Which of these addresses lead to a page of the item that this person does not find there. */
  broken(addresses: readonly string[]): Promise<readonly string[]>
}

/** Given by whoever shows an editor. */
export const PageFinder = createContext<PagesOfItem>({ find: async () => [], broken: async () => [] })
