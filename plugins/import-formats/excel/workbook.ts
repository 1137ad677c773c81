import type { Language } from '#core/plugin.ts'
import { MAIN_PART } from '../thread/main-part.ts'
import type { FilePart } from '../thread/reader.ts'
import { followXml } from './xml-events.ts'

export interface Sheet {
  readonly name: string
  readonly isHidden: boolean
  readonly part: FilePart | undefined
  /** What its links lead to, by the id of their relation. */
  readonly relations: FilePart | undefined
}
/** A part of the file, by its path in any case. */
export type PartAt = (path: string) => FilePart | undefined

export interface Workbook {
  readonly sheets: readonly Sheet[]
  readonly texts: readonly string[]
  /** The number format of each style. */
  readonly looks: readonly NumberLook[]
  /** Days are counted from 1904 instead of 1900. */
  readonly isFrom1904: boolean
  readonly partAt: PartAt
}
export type NumberLook = 'number' | 'percent' | 'date' | 'time' | 'dateTime'

export function workbookIn(parts: readonly FilePart[], language: Language): Workbook {
  const partAt = partsByPath(parts)
  const main = parts.find(({ path }) => MAIN_PART['.xlsx'].test(path))?.path ?? ''
  const [folder, file] = [main.slice(0, main.indexOf('/') + 1), main.slice(main.indexOf('/') + 1)]
  const targets = new Map<string, string>()
  let [texts, styles] = [`${folder}sharedStrings.xml`, `${folder}styles.xml`]
  followXml(partAt(`${folder}_rels/${file}.rels`), language, {
    open(name, { Id = '', Type = '', Target = '' }) {
      if (name !== 'Relationship') return
      const path = Target.startsWith('/') ? Target.slice(1) : folder + Target
      targets.set(Id, path)
      if (Type.endsWith('/sharedStrings')) texts = path
      if (Type.endsWith('/styles')) styles = path
    },
  })
  const sheets: Sheet[] = []
  const taken = new Set<string>()
  let isFrom1904 = false
  followXml(partAt(main), language, {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
      if (name !== 'sheet') return
      const path = targets.get(attributes['r:id'] ?? '') ?? ''
      const isHidden = (attributes['state'] ?? 'visible') !== 'visible'
      // A hostile file refers to the same part from thousands of sheets.
      const part = taken.has(path) ? undefined : partAt(path)
      taken.add(path)
      const relations = part && partAt(path.replace(/[^/]+$/, '_rels/$&.rels'))
      sheets.push({ name: attributes['name'] ?? '', isHidden, part, relations })
    },
  })
  return {
    ...{ sheets, isFrom1904, partAt },
    ...{ texts: textsIn(partAt(texts), language), looks: looksIn(partAt(styles), language) },
  }
}

function partsByPath(parts: readonly FilePart[]): PartAt {
  const byPath = new Map(parts.toReversed().map((part) => [part.path.toLowerCase(), part]))
  return (path) => byPath.get(path.toLowerCase())
}

function textsIn(part: FilePart | undefined, language: Language): readonly string[] {
  const texts: string[] = []
  let [text, isText] = ['', false]
  followXml(part, language, {
    open(name) {
      if (name === 'si') text = ''
      isText = name === 't'
    },
    text(piece) {
      if (isText) text += piece
    },
    close(name) {
      isText = false
      if (name === 'si') texts.push(text)
    },
  })
  return texts
}

function looksIn(part: FilePart | undefined, language: Language): readonly NumberLook[] {
  const codes = new Map<number, string>()
  const looks: NumberLook[] = []
  let isCellStyle = false
  followXml(part, language, {
    open(name, { numFmtId = '', formatCode = '' }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode)
      if (name === 'cellXfs') isCellStyle = true
      if (name === 'xf' && isCellStyle) looks.push(lookOf(Number(numFmtId), codes.get(Number(numFmtId))))
    },
    close(name) {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return looks
}

function lookOf(id: number, code: string | undefined): NumberLook {
  if (code === undefined) {
    if (id === 9 || id === 10) return 'percent'
    if (id === 22) return 'dateTime'
    if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return 'time'
    return (id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'date' : 'number'
  }
  const bare = code.replaceAll(/"[^"]*"|\\.|\[[^[\]]*\]/g, '')
  if (bare.includes('%')) return 'percent'
  const [hasDay, hasTime] = [/[yd]/i.test(bare), /[hs]/i.test(bare)]
  if (hasDay && hasTime) return 'dateTime'
  return hasDay ? 'date' : hasTime ? 'time' : 'number'
}
