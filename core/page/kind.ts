import { extensionPoint } from '../extension.ts'
import type { GlobalParams, ItemType } from '../item/item.ts'
import type { Language } from '../language.ts'

/** The texts of a page that two people have changed concurrently. */
export interface PageSides {
  /** The common base of both. */
  readonly base: string
  readonly mine: string
  /** The stored text. */
  readonly theirs: string
}
export type MergeChoice = 'mine' | 'theirs'

/** A place that both sides changed in different ways, as shown to people. */
export interface MergeConflict {
  /** '' where that side removed it. */
  readonly mine: string
  readonly theirs: string
}
export interface PageMerge {
  /** Null while the conflict is undecided. */
  readonly content: string | null
  readonly conflicts: readonly MergeConflict[]
}

/** Two states of a page as texts, for comparison line by line. */
export interface ComparedTexts {
  readonly before: string
  readonly after: string
}

/** A change between two states of a page, described for people who rely on its content. */
export interface ContentChange {
  /** A sentence. */
  readonly text: string
  /** Whether things built for the previous state may break. */
  readonly isBreaking: boolean
}

/** Reader and place a page is rendered for. */
export interface RenderSetting {
  /** Language of the words that the kind itself adds. */
  readonly language: Language
  /**
   * Parameters common to all calls of the page's item; null where nothing about the item may be revealed, e.g. behind a
   * link to one page.
   */
  readonly globalParams: GlobalParams | null
  /**
   * For readers at a screen, who need not wait for all of a large page where the rest can be opened there. A kind that
   * leaves something out says so in the text. Missing for exports, which have everything.
   */
  readonly isBeginning?: boolean
}

/**
 * A format of page content: markdown, a sheet, the description of an API call. Its functions are pure. They get the
 * stored content, which only editors of people ever change, and must accept any text. Functions of plugins are called
 * in a separate thread, and a page whose kind throws, takes too long or needs too much memory is shown as source.
 */
export interface PageKind {
  /** Lower-case letters, digits and hyphens; unique in the product. */
  readonly id: string
  /**
   * The URL of the module that exports the kind as `pageKind`, i.e. `import.meta.url` at its declaration: the thread
   * imports it. Null only for markdown, which the core calls directly.
   */
  readonly module: string | null
  /** Item types whose new pages are of this kind; these types are offered for new items. */
  readonly itemTypes: readonly ItemType[]
  /** Whether a content is of this kind, in any item; never called with ''. */
  recognises(content: string): boolean
  /** The content of a new page. */
  empty(): string
  /** The readable text, without markup and field names, for the search index. */
  textOf(content: string): string
  /** The page as markdown, which is rendered for readers and used for exports. */
  render(content: string, setting: RenderSetting): string
  /** Without it the contents themselves are compared. */
  compare?(before: string, after: string): ComparedTexts
  /** The meaning of the changes, breaking ones first; at most 1,000, and none if nothing can be said. */
  changes?(before: string, after: string, setting: Pick<RenderSetting, 'language'>): readonly ContentChange[]
  /**
   * Merges two versions of a page that were both changed. `choices` are in the order of the conflicts, as far as they
   * are decided. Without this function one of the two contents is chosen as a whole.
   */
  merge?(sides: PageSides, choices: readonly MergeChoice[]): PageMerge
}

/** All kinds of pages. Markdown is the first. */
export const pageKinds = extensionPoint<PageKind>('pageKinds')
