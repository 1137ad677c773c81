import type { TextStyles } from '../../markdown-blocks/blocks.ts'
import { isAllowedLink } from '../allowed-link.ts'

/** A completed shortcut at the end of a text. */
export interface InlineShortcut {
  /** Offset of the opening mark. */
  readonly start: number
  readonly opening: string
  readonly inner: string
  readonly closing: string
  readonly meaning: { readonly style: keyof TextStyles } | { readonly href: string }
}

/** Maximum length of a shortcut. */
export const LONGEST_SHORTCUT = 1_000

const OPEN = String.raw`(?<=^|[\s(\[{（［｛【「『《〈〔])`
// Characters next to a star in code and expressions, but not around emphasised words.
const FIRST = String.raw`(?![\s*~.,;:)\]}/|=])`
const LAST = String.raw`(?<![\s*~,;(\[{/|=])`
/** Between two marks of two characters a single word may have such a character at one end, as in `**.env**`. */
const insideTwo = (mark: string): string => {
  const [text, word] = [String.raw`(?:(?!${mark})[^\n\ufffc])+`, String.raw`[^\s*~\ufffc]+`]
  return `(${FIRST}${text}${LAST}|${FIRST}${word}|${word}${LAST})`
}
const STYLES: readonly { readonly style: keyof TextStyles; readonly typed: RegExp }[] = [
  { style: 'bold', typed: new RegExp(String.raw`${OPEN}(\*\*)${insideTwo(String.raw`\*\*`)}(\*\*)$`) },
  { style: 'italic', typed: new RegExp(String.raw`${OPEN}(\*)(${FIRST}[^*\n\ufffc]+${LAST})(\*)$`) },
  { style: 'strike', typed: new RegExp(String.raw`${OPEN}(~~)${insideTwo('~~')}(~~)$`) },
  { style: 'code', typed: new RegExp(String.raw`${OPEN}(${'`'})((?!\s)[^${'`'}\n\ufffc]+(?<!\s))(${'`'})$`) },
]
const LINK = new RegExp(String.raw`${OPEN}(\[)((?!\s)[^[\]\n\ufffc]+(?<!\s))(\]\(([^\s()\\<>|^"{}${'`'}\ufffc]+)\))$`)

/** The shortcut that ends at the cursor: a line feed is a line break, U+FFFC stands for a chip. */
export function inlineShortcutAt(text: string): InlineShortcut | null {
  const last = text.at(-1) ?? ''
  if (!'*~`)'.includes(last) || last === '') return null
  for (const { style, typed } of STYLES) {
    const found = typed.exec(text)
    if (found) return shortcutOf(found, { style })
  }
  const link = LINK.exec(text)
  const href = link?.[4] ?? ''
  return link && isAllowedLink(href) ? shortcutOf(link, { href }) : null
}

const shortcutOf = (found: RegExpExecArray, meaning: InlineShortcut['meaning']): InlineShortcut | null => {
  const [, opening = '', inner = '', closing = ''] = found
  return isBalanced(inner) || closing === '`' ? { start: found.index, opening, inner, closing, meaning } : null
}

/** Stars in two pairs of brackets, as in `count(*) - sum(*)`, do not form a pair. */
function isBalanced(text: string): boolean {
  const open: string[] = []
  for (const character of text) {
    const at = '([{（【'.indexOf(character)
    if (at >= 0) open.push(')]}）】'[at] ?? '')
    else if (')]}）】'.includes(character) && open.pop() !== character) return false
  }
  return open.length === 0
}

/** Whether the mark before this character closes: at the end ('') it does. */
export const mayFollow = (character: string): boolean =>
  character === '' || /^[\s\ufffc]$/.test(character) || (/^\p{P}$/u.test(character) && !/[*_~`/\\@#%&]/.test(character))
