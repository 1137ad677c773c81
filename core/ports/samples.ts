import type { Language } from '../language.ts'

/** Something that a plugin keeps: the name of its step, and what that is given (`core/item/sample-steps.ts`). */
export interface SampleWish {
  readonly name: string
  readonly input: object
}
export interface SamplePage {
  readonly title: string
  /** Of any kind of page; names no file. */
  readonly content: string
  readonly wishes: readonly SampleWish[]
}
export interface SampleCatalog {
  readonly name: string
  readonly pages: readonly SamplePage[]
}

/** An item that shows what can be written here. */
export interface SampleItem {
  readonly name: string
  readonly description: string
  readonly catalogs: readonly SampleCatalog[]
  /** The content of an item that is a spreadsheet, which has no catalogs; null for any other. */
  readonly sheets: string | null
  readonly wishes: readonly SampleWish[]
}

/** What people may begin with, as content of their own. */
export interface Samples {
  itemsIn(language: Language): Promise<readonly SampleItem[]>
}
