import type { Inline, StyledText } from './blocks.ts'
import { writeNode } from './markdown-writer.ts'
import { parseMarkdown, type Phrasing } from './parse.ts'
import { withStyleTags } from './style-tags.ts'
import { TAG_STYLES } from './tag-styles.ts'

/** A syntax tree, as far as styles are concerned. */
interface Tree {
  readonly type: string
  readonly children?: readonly Tree[]
  readonly value?: string
}

const MARKED: ReadonlySet<string> = new Set(['strong', 'emphasis', 'delete', ...Object.keys(TAG_STYLES)])

/** Whether the marks around styled text are parsed as styles again: next to some characters they are not. */
export function areStylesReadBack(content: readonly Inline[], nodes: readonly Phrasing[]): boolean {
  const paragraph = { type: 'paragraph' as const, children: [...nodes] }
  const written = writeNode(paragraph)
  const meant = styledCharacters(withStyleTags(paragraph))
  return !isDisputed(content, written) && meant === styledCharacters(parseMarkdown(written))
}

// The library encodes a letter next to marks as a character reference if they would not work otherwise; people read the
// source, and after a literal backslash the reference would be literal as well.
const hasNumberedLetter = (content: readonly Inline[], written: string): boolean =>
  numberedLetters(written) > numberedLetters(content.map(sourceOf).join(''))
const numberedLetters = (text: string): number =>
  [...text.matchAll(/&#x([0-9A-F]{1,6});/gi)].filter(([, code = '']) => isLetter(Number.parseInt(code, 16))).length
const isLetter = (code: number): boolean => code <= 0x10ffff && /[\p{L}\p{N}]/u.test(String.fromCodePoint(code))
const sourceOf = (inline: Inline): string =>
  inline.type === 'text'
    ? inline.text
    : inline.type === 'link'
      ? inline.href + inline.content.map(sourceOf).join('')
      : inline.props.raw

// Parsers pair the asterisks of three consecutive styles, as in `***a*b*c***`, differently, and four and more in a row,
// as between `*a **b***` and `**c**`.
// Parsers disagree whether a tilde next to asterisks is a mark or a character.
function isDisputed(content: readonly Inline[], written: string): boolean {
  if (/~\*|\*\\?~/.test(written) || hasNumberedLetter(content, written)) return true
  const marks = written.replace(/\\./g, '-')
  if (marks.includes('****')) return true
  const isRow = (row: readonly Inline[]): boolean =>
    row.length === 3 && row.every(isStyled) && row.every((part, at) => at === 0 || isGoingOn(row[at - 1], part))
  return marks.includes('***') && content.some((_, index) => isRow(content.slice(index, index + 3)))
}

// It may be written in angle brackets, next to which marks work in fewer cases than next to letters.
const ADDRESS = /(?:https?|ftp):\/\/|www\./i

/**
 * A quick check that makes verification unnecessary for most texts: one style is safe around letters, and all are next
 * to spaces.
 */
export function mayLoseStyles(content: readonly Inline[]): boolean {
  const parts = content.flatMap((inline): Part[] =>
    inline.type === 'link'
      ? [{ text: '(' }, ...inline.content, { text: ')' }]
      : inline.type === 'text'
        ? [inline]
        : [{ text: '<' }],
  )
  return parts.some((part, index) => {
    if (!isStyled(part)) return false
    const inner = part.text.trim()
    const before = parts[index - 1]
    const after = parts[index + 1]
    const isSafe = stylesOf(part) === 1 && !ADDRESS.test(part.text)
    return (
      (before !== undefined &&
        isRisky(inner.at(0), isSafe && !isStyled(before), before.text + leading(part.text), -1)) ||
      (after !== undefined && isRisky(inner.at(-1), isSafe && !isStyled(after), trailing(part.text) + after.text, 0))
    )
  })
}

type Part = { readonly text: string; readonly styles?: object }
const stylesOf = (part: Part | Inline | undefined): number =>
  part !== undefined && 'styles' in part ? Object.keys(part.styles ?? {}).length : 0
const isStyled = (part: Part | Inline | undefined): boolean => stylesOf(part) > 0
/** Whether they touch, or a style goes on across the space between them. */
const isGoingOn = (one: Inline | undefined, other: Inline): boolean =>
  one?.type === 'text' &&
  other.type === 'text' &&
  ((/\S$/.test(one.text) && /^\S/.test(other.text)) || namesOf(one).some((name) => namesOf(other).includes(name)))
const namesOf = ({ styles }: StyledText): readonly string[] => Object.keys(styles)
const leading = (text: string): string => /^\s*/.exec(text)?.[0] ?? ''
const trailing = (text: string): string => /\s*$/.exec(text)?.[0] ?? ''
const isRisky = (edge = '', isSafeAroundLetters: boolean, outside: string, at: number): boolean =>
  /\S/.test(outside.at(at) ?? ' ') && !(isSafeAroundLetters && /[\p{L}\p{N}]/u.test(edge))

/** Every visible styled character, with its styles. */
function styledCharacters(node: Tree, styles: readonly string[] = []): string {
  const own = MARKED.has(node.type) ? [...new Set([...styles, node.type])].toSorted() : styles
  if (node.type === 'text' && own.length > 0) {
    return [...(node.value ?? '').replace(/\s/g, '')].map((character) => `${character}${own.join()}\n`).join('')
  }
  // A chip is written unchanged and may contain styles itself.
  if (node.type === 'html' && node.value?.startsWith('<') === false)
    return styledCharacters(parseMarkdown(node.value), own)
  return (node.children ?? []).map((child) => styledCharacters(child, own)).join('')
}
