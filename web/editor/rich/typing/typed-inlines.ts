import type { Inline, StyledText, TextStyles } from '../../markdown-blocks/blocks.ts'
import { inlineShortcutAt, LONGEST_SHORTCUT, mayFollow, type InlineShortcut } from './inline-shortcuts.ts'

interface Letter {
  readonly character: string
  readonly styles: TextStyles
  readonly href: string | null
}

/** Text as if it were typed character by character; line feeds are line breaks. */
export function typedInlines(text: string): readonly Inline[] {
  // Most text contains no marks that close a shortcut.
  if (!/[*~`)]/.test(text)) return text === '' ? [] : [{ type: 'text', text, styles: {} }]
  const letters: Letter[] = []
  /** The shortcut completed by the last character, as typed. */
  let typed: { readonly start: number; readonly letters: readonly Letter[] } | null = null
  for (const character of text) {
    if (typed && !mayFollow(character)) letters.splice(typed.start, Infinity, ...typed.letters)
    typed = null
    letters.push({ character, styles: {}, href: null })
    if (!'*~`)'.includes(character)) continue
    const from = Math.max(0, letters.length - LONGEST_SHORTCUT)
    if (character === ')' && !closesLink(letters, from)) continue
    const near = letters.slice(from)
    const shortcut = inlineShortcutAt(near.map((letter) => letter.character[0] ?? '').join(''))
    if (!shortcut || (from > 0 && shortcut.start === 0)) continue
    const before = near.slice(shortcut.start)
    const inner = before.slice(shortcut.opening.length, -shortcut.closing.length)
    if (inner.some(({ styles, href }) => styles.code || (href !== null && 'href' in shortcut.meaning))) continue
    typed = { start: from + shortcut.start, letters: before }
    letters.splice(typed.start, Infinity, ...inner.map((letter) => shortened(letter, shortcut)))
  }
  return inlinesOf(letters)
}

/** Whether the last bracket opens an address. */
function closesLink(letters: readonly Letter[], from: number): boolean {
  let at = letters.length - 2
  while (at > from && letters[at]?.character !== '(') at -= 1
  return letters[at - 1]?.character === ']'
}

const shortened = (letter: Letter, { meaning }: InlineShortcut): Letter =>
  'href' in meaning
    ? { ...letter, href: meaning.href }
    : { ...letter, styles: meaning.style === 'code' ? { code: true } : { ...letter.styles, [meaning.style]: true } }

function inlinesOf(letters: readonly Letter[]): readonly Inline[] {
  const inlines: { href: string | null; texts: { text: string; styles: TextStyles }[] }[] = []
  for (const { character, styles, href } of letters) {
    const inline = inlines.at(-1)
    const last = inline?.texts.at(-1)
    if (inline && last && inline.href === href && isSame(last.styles, styles)) last.text += character
    else if (inline && href !== null && inline.href === href) inline.texts.push({ text: character, styles })
    else inlines.push({ href, texts: [{ text: character, styles }] })
  }
  return inlines.flatMap(({ href, texts }): Inline[] => {
    const content = texts.map((part): StyledText => ({ type: 'text', ...part }))
    return href === null ? content : [{ type: 'link', href, content }]
  })
}

const isSame = (one: TextStyles, other: TextStyles): boolean =>
  one.bold === other.bold && one.italic === other.italic && one.strike === other.strike && one.code === other.code
