import type { TagStyle } from './tag-styles.ts'

/**
 * The part of the rich editor's document that has an equivalent in markdown. The editor's own types are not used here.
 */
export interface Block {
  readonly id: string
  readonly type: BlockType
  readonly props: BlockProps
  readonly content: BlockContent
  readonly children: readonly Block[]
}

export type BlockType =
  | 'paragraph'
  | 'heading'
  | 'bulletListItem'
  | 'numberedListItem'
  | 'checkListItem'
  | 'quote'
  | 'codeBlock'
  | 'divider'
  | 'image'
  | 'table'
  | 'mdIsland'

export interface BlockProps {
  /** For a heading, 1 to 6. */
  readonly level?: number
  /** For a task. */
  readonly checked?: boolean
  /** First number of an ordered list; absent for 1. */
  readonly start?: number
  /** For code; empty when not specified. */
  readonly language?: string
  readonly url?: string
  /** Alternative text of an image. */
  readonly name?: string
  /** Title of an image. */
  readonly caption?: string
}

/** Plain text for code and islands, undefined for blocks without content. */
export type BlockContent = readonly Inline[] | TableContent | string | undefined

export type Inline = StyledText | Link | RawInline

export interface StyledText {
  readonly type: 'text'
  /** A line feed means a line break. */
  readonly text: string
  readonly styles: TextStyles
}
export interface TextStyles extends Readonly<Partial<Record<TagStyle, boolean>>> {
  readonly bold?: boolean
  readonly italic?: boolean
  readonly strike?: boolean
  readonly code?: boolean
}
export interface Link {
  readonly type: 'link'
  readonly href: string
  readonly content: readonly StyledText[]
}
/** Markdown that the rich editor cannot show, kept unchanged. */
interface RawInline {
  readonly type: 'mdRaw'
  readonly props: { readonly raw: string }
}

export interface TableContent {
  readonly type: 'tableContent'
  readonly headerRows?: number
  readonly rows: readonly { readonly cells: readonly TableCell[] }[]
}
/** An array of inlines is a cell without properties. */
export type TableCell =
  | readonly Inline[]
  | {
      readonly type: 'tableCell'
      readonly props: { readonly textAlignment?: string; readonly colspan?: number; readonly rowspan?: number }
      readonly content: readonly Inline[]
    }

export const isListItem = ({ type }: Block): boolean => type.endsWith('ListItem')

/** The text of code and islands, in whichever form the editor returns it. */
export const plainText = (content: BlockContent): string =>
  typeof content === 'string'
    ? content
    : isInlines(content)
      ? content.map((inline) => (inline.type === 'text' ? inline.text : '')).join('')
      : ''

export const isInlines = (content: BlockContent): content is readonly Inline[] => Array.isArray(content)

/** Details of the source that blocks cannot represent, by block id. Kept as long as the block is edited. */
export type Hints = Map<string, Hint>
export interface Hint {
  /** For a table: alignment per column; null means unspecified. */
  readonly align?: readonly Alignment[]
  /** For a list item: its list has empty lines between items. */
  readonly isLoose?: boolean
  /** For a list item: `-`, `*`, `+`, or `.`, `)` after a number. */
  readonly marker?: string
  /** For code: the text after the language. */
  readonly meta?: string
}
export type Alignment = 'left' | 'center' | 'right' | null

let lastId = 0
const page = Math.random().toString(36).slice(2, 8)
/** Unique among the blocks of this browser tab. */
export const newBlockId = (): string => `md-${page}-${(lastId += 1)}`
