import type { Language } from '#core/plugin.ts'
import type { FilePart } from '../thread/reader.ts'
import type { PartAt, Sheet } from './workbook.ts'
import { followXml } from './xml-events.ts'

export interface CellComment {
  /** Of the cell, e.g. `B2`. */
  readonly address: string
  readonly text: string
}

/** Where the comments of a sheet are; undefined when there are none of this sort. */
interface CommentParts {
  /** One text per cell. */
  readonly notes: FilePart | undefined
  /** Since Excel 365 people answer each other; `notes` has a notice for older programs in place of each thread. */
  readonly threads: FilePart | undefined
}

export function commentPartsOf({ part, relations }: Sheet, partAt: PartAt, language: Language): CommentParts {
  let [notes, threads] = ['', '']
  followXml(relations, language, {
    open(name, { Type = '', Target = '' }) {
      if (name !== 'Relationship') return
      if (Type.endsWith('/comments')) notes = Target
      if (Type.endsWith('/threadedComment')) threads = Target
    },
  })
  const folder = part?.path.replace(/\/.*$/s, '/') ?? ''
  const whole = (target: string): string =>
    target.startsWith('/') ? target.slice(1) : target.replace(/^\.\.\//, folder)
  return { notes: partAt(whole(notes)), threads: partAt(whole(threads)) }
}

/** The names of people who comment, by the ids that threads know them by. */
export function personsIn(parts: readonly FilePart[], language: Language): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const part of parts) {
    if (!/\/persons\//i.test(part.path)) continue
    followXml(part, language, {
      open: (name, { id = '', displayName = '' }) => void (name === 'person' && names.set(id, displayName)),
    })
  }
  return names
}

/** As people see them: Excel writes the name of the author into the text. Empty ones are none. */
export function commentsIn(
  { notes, threads }: CommentParts,
  persons: ReadonlyMap<string, string>,
  language: Language,
): readonly CellComment[] {
  const said = saidInThreads(threads, persons, language)
  const comments: CellComment[] = []
  let [address, text, isText] = ['', '', false]
  followXml(notes, language, {
    open(name, { ref = '' }) {
      if (name === 'comment') [address, text] = [ref, '']
      isText = name === 't'
    },
    text(piece) {
      if (isText) text += piece
    },
    close(name) {
      isText = false
      if (name !== 'comment') return
      const shown = said.get(address) ?? withoutNotice(text)
      said.delete(address)
      if (shown.trim() !== '') comments.push({ address, text: shown })
    },
  })
  return [...comments, ...[...said].map(([at, lines]) => ({ address: at, text: lines }))]
}

/** What people said to each other at each cell, a line for each of them. */
function saidInThreads(
  part: FilePart | undefined,
  persons: ReadonlyMap<string, string>,
  language: Language,
): Map<string, string> {
  const lines = new Map<string, string[]>()
  let [address, person, text, isText] = ['', '', '', false]
  followXml(part, language, {
    open(name, { ref = '', personId = '' }) {
      if (name === 'threadedComment') [address, person, text] = [ref, persons.get(personId) ?? '', '']
      isText = name === 'text'
    },
    text(piece) {
      if (isText) text += piece
    },
    close(name) {
      isText = false
      if (name !== 'threadedComment' || text.trim() === '') return
      const before = lines.get(address)
      const line = person === '' ? text : `${person}: ${text}`
      if (before) before.push(line)
      else lines.set(address, [line])
    },
  })
  return new Map([...lines].map(([at, all]) => [at, all.join('\n')]))
}

/** The address with which the notice for older programs ends, in each language of Excel; what was said follows it. */
const NOTICE_END = 'https://go.microsoft.com/fwlink/?linkid=870924'

/** Programs that drop the threads of a file keep the notices. */
function withoutNotice(text: string): string {
  const at = text.startsWith('[') ? text.toLowerCase().indexOf(NOTICE_END) : -1
  return at < 0 ? text : text.slice(at + NOTICE_END.length).trim()
}
