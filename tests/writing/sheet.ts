/** Where a line stands: what keys do there depends on it. */
export type Place = 'paragraph' | 'block' | 'cell' | 'code'

export interface Line {
  readonly text: string
  readonly place: Place
}

/** A line with a word that no other has, by which it is found on the screen. */
export interface TaggedLine extends Line {
  readonly at: number
  /** The offset behind the word. */
  readonly behind: number
  readonly tag: string
}

const TAG = /q\d+z/

/** The lines as they were typed: what the page has to hold. */
export class Sheet {
  #lines: readonly Line[] = []
  #tags = 0

  newTag(): string {
    this.#tags += 1
    return `q${this.#tags}z`
  }

  get lines(): readonly Line[] {
    return this.#lines
  }
  get tagged(): readonly TaggedLine[] {
    return this.#lines.flatMap((line, at) => {
      const found = TAG.exec(line.text)
      return found ? [{ ...line, at, tag: found[0], behind: found.index + found[0].length }] : []
    })
  }
  /** What readers and the editor are to show: nothing else is compared. */
  get shown(): readonly string[] {
    return shownLines(this.#lines.map(({ text }) => text))
  }

  write(at: number, from: number, to: number, text: string): void {
    const line = this.#lines[at]
    if (line) this.put(at, 1, [{ ...line, text: line.text.slice(0, from) + text + line.text.slice(to) }])
  }
  /** Markdown keeps no blanks at the ends of a line: so it is after what is read from markdown. */
  trim(): void {
    this.#lines = this.#lines.map((line) => (line.place === 'code' ? line : { ...line, text: line.text.trim() }))
  }
  /** As the list method of this shape. */
  put(at: number, removed: number, lines: readonly Line[]): void {
    this.#lines = this.#lines.toSpliced(at, removed, ...lines)
  }
}

/** Blanks at the ends of a line and lines without a word are shown to nobody. */
export const shownLines = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.replaceAll('\u00a0', ' ').trim()).filter((line) => line !== '')

/** The first line that differs, or null. */
export function difference(found: readonly string[], expected: readonly string[]): string | null {
  for (let at = 0; at < Math.max(found.length, expected.length); at += 1)
    if (found[at] !== expected[at])
      return `line ${at + 1}: typed ${JSON.stringify(expected[at])}, found ${JSON.stringify(found[at])}`
  return null
}

const graphemes = new Intl.Segmenter()

/** The offset so many letters to the left; not before the beginning. */
export function leftOf(text: string, from: number, letters: number): number {
  if (letters === 0) return from
  const before = [...graphemes.segment(text.slice(0, from))]
  return before.at(-letters)?.index ?? 0
}
export const lettersBefore = (text: string, from: number): number => [...graphemes.segment(text.slice(0, from))].length
