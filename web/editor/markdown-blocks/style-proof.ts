import type { Inline } from './blocks.ts'
import { writeNode } from './markdown-writer.ts'
import { parseMarkdown, type Phrasing } from './parse.ts'
import { withStyleTags } from './style-tags.ts'

/** A syntax tree, as far as styles need it. */
interface Tree {
  readonly type: string
  readonly children?: readonly Tree[]
  readonly value?: string
}

const MARKED = new Set(['strong', 'emphasis', 'delete'])

/** Whether the marks around styled text still mean styles when they are parsed: beside some characters they do not. */
export function areStylesReadBack(content: readonly Inline[], nodes: readonly Phrasing[]): boolean {
  const paragraph = { type: 'paragraph' as const, children: [...nodes] }
  const written = writeNode(paragraph)
  const meant = styledCharacters(withStyleTags(paragraph))
  return !isDisputed(content, written) && meant === styledCharacters(parseMarkdown(written))
}

// The library writes a letter beside marks as a number when they mean nothing otherwise; people read the source, and
// behind a backslash that is text the number is text as well.
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

// Parsers pair the asterisks of three styles in a row, as in `***a*b*c***`, differently.
// A tilde beside asterisks is a mark to one and a sign to another.
const isDisputed = (content: readonly Inline[], written: string): boolean =>
  /~\*|\*\\?~/.test(written) ||
  hasNumberedLetter(content, written) ||
  (written.replace(/\\./g, '-').includes('***') &&
    content.some((_, index) => {
      const row = content.slice(index, index + 3)
      return (
        row.length === 3 && row.every(isStyled) && row.every((part, at) => at === 0 || isTouching(row[at - 1], part))
      )
    }))

// It may be written between angle brackets, beside which marks mean less than beside its letters.
const ADDRESS = /(?:https?|ftp):\/\/|www\./i

/** A quick look that spares most texts the proof: one style is safe around letters, and all are next to spaces. */
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
const isTouching = (one: Inline | undefined, other: Inline): boolean =>
  one?.type === 'text' && other.type === 'text' && /\S$/.test(one.text) && /^\S/.test(other.text)
const leading = (text: string): string => /^\s*/.exec(text)?.[0] ?? ''
const trailing = (text: string): string => /\s*$/.exec(text)?.[0] ?? ''
const isRisky = (edge = '', isSafeAroundLetters: boolean, outside: string, at: number): boolean =>
  /\S/.test(outside.at(at) ?? ' ') && !(isSafeAroundLetters && /[\p{L}\p{N}]/u.test(edge))

/** Every visible character that carries a style, with its styles. */
function styledCharacters(node: Tree, styles: readonly string[] = []): string {
  const own = MARKED.has(node.type) ? [...new Set([...styles, node.type])].toSorted() : styles
  if (node.type === 'text' && own.length > 0) {
    return [...(node.value ?? '').replace(/\s/g, '')].map((character) => `${character}${own.join()}\n`).join('')
  }
  // A chip is written as it is and may hold styles of its own.
  if (node.type === 'html' && node.value?.startsWith('<') === false)
    return styledCharacters(parseMarkdown(node.value), own)
  return (node.children ?? []).map((child) => styledCharacters(child, own)).join('')
}
