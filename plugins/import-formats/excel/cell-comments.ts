import type { Language } from '#core/plugin.ts'
import type { FilePart } from '../thread/reader.ts'
import type { Sheet } from './workbook.ts'
import { followXml } from './xml-events.ts'

export interface CellComment {
  /** Of the cell, e.g. `B2`. */
  readonly address: string
  readonly text: string
}

/** The part with the comments on a sheet's cells; undefined when there are none. */
export function commentsPartOf(
  { relations }: Sheet,
  parts: readonly FilePart[],
  language: Language,
): FilePart | undefined {
  let path = ''
  followXml(relations, language, {
    open(name, { Type = '', Target = '' }) {
      if (name === 'Relationship' && Type.endsWith('/comments')) path = Target
    },
  })
  const whole = path.startsWith('/') ? path.slice(1) : path.replace(/^\.\.\//, 'xl/')
  return parts.find((part) => part.path.toLowerCase() === whole.toLowerCase())
}

/** As people see them: Excel writes the name of the author into the text. Empty ones are none. */
export function commentsIn(part: FilePart, language: Language): readonly CellComment[] {
  const comments: CellComment[] = []
  let [address, text, isText] = ['', '', false]
  followXml(part, language, {
    open(name, { ref = '' }) {
      if (name === 'comment') [address, text] = [ref, '']
      isText = name === 't'
    },
    text(piece) {
      if (isText) text += piece
    },
    close(name) {
      isText = false
      if (name === 'comment' && text.trim() !== '') comments.push({ address, text })
    },
  })
  return comments
}
