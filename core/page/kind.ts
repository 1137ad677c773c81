import { extensionPoint } from '../extension.ts'
import type { GlobalParams, ItemType } from '../item/item.ts'
import type { Language } from '../language.ts'

/** The texts of one page that two people changed at once. */
export interface PageSides {
  /** What both started from. */
  readonly base: string
  readonly mine: string
  /** What is stored now. */
  readonly theirs: string
}
export type MergeChoice = 'mine' | 'theirs'

/** A place that both sides changed in different ways, in words people read. */
export interface MergeConflict {
  /** '' where that side removed it. */
  readonly mine: string
  readonly theirs: string
}
export interface PageMerge {
  /** Null as long as a conflict is undecided. */
  readonly content: string | null
  readonly conflicts: readonly MergeConflict[]
}

/** Two states of a page as texts, to be compared line by line. */
export interface ComparedTexts {
  readonly before: string
  readonly after: string
}

/** Something that changed between two states of a page, in words for those who go by what it says. */
export interface ContentChange {
  /** A sentence. */
  readonly text: string
  /** What was made according to the state before may fail with the one after it. */
  readonly isBreaking: boolean
}

/** For whom and where a page is rendered. */
export interface RenderSetting {
  /** For the words that the kind itself writes. */
  readonly language: Language
  /** What every call of the page's item has; null where nothing of the item may be told, as behind a link to one page. */
  readonly globalParams: GlobalParams | null
}

/**
 * What the content of a page can be: markdown, a sheet, the description of a call. Its functions are pure. They get the
 * content as it was typed, which nothing but an editor of people ever changes, and work with any text: those of plugins
 * are called in a thread of their own, and a page whose kind throws, takes too long or needs too much memory is shown as
 * it was typed.
 */
export interface PageKind {
  /** Small letters, digits and hyphens; unique in the product. */
  readonly id: string
  /**
   * Address of the module that exports the kind as `pageKind`, `import.meta.url` where it is declared: the thread takes it
   * from there. Null for markdown alone, which the core is quick with.
   */
  readonly module: string | null
  /** Types of items whose pages begin as this kind; whoever adds an item is offered them. */
  readonly itemTypes: readonly ItemType[]
  /** Whether a content is of this kind, wherever it lies; never asked of ''. */
  recognises(content: string): boolean
  /** The content of a page that was just begun. */
  empty(): string
  /** What people read in it, without marks and names of fields: pages are found by it. */
  textOf(content: string): string
  /** The page as markdown, which becomes what readers see and what is exported. */
  render(content: string, setting: RenderSetting): string
  /** Without it the contents themselves are compared. */
  compare?(before: string, after: string): ComparedTexts
  /** What the changes mean, breaking ones first; at most 1,000, and none where nothing can be said. */
  changes?(before: string, after: string, setting: Pick<RenderSetting, 'language'>): readonly ContentChange[]
  /**
   * Joins what two people made of a page, both of whom changed it. `choices` are in the order of the conflicts, as far as
   * they are decided. Without it one of both contents is chosen as a whole.
   */
  merge?(sides: PageSides, choices: readonly MergeChoice[]): PageMerge
}

/** The kinds of pages there are. Markdown is the first. */
export const pageKinds = extensionPoint<PageKind>('pageKinds')
