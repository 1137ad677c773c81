import type { FilePart } from '../thread/reader.ts'
import { latin1Of, partOfLatin1 } from './latin1.ts'

interface Relation {
  readonly id: string
  readonly type: string
  readonly path: string
}

const RELATION = /<(?:\w+:)?Relationship\s[^<>]*>/g

/** What a part refers to, if these are its relations. */
export function relationsIn(part: FilePart): readonly Relation[] {
  const text = Buffer.from(part.bytes.buffer, part.bytes.byteOffset, part.bytes.length).toString()
  const folder = part.path.replace(/_rels\/[^/]*$/, '')
  return [...text.matchAll(RELATION)].map(([relation]) => {
    const target = valueIn(relation, 'Target')
    const path = target.startsWith('/') ? target.slice(1) : folder + target
    return { id: valueIn(relation, 'Id'), type: valueIn(relation, 'Type'), path }
  })
}

export const relationsPath = (path: string): string => path.replace(/[^/]*$/, '_rels/$&.rels')

const valueIn = (tag: string, name: string): string =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)?.slice(1).find(Boolean) ?? ''

const USE = /\w:(?:id|embed|link|pict|relid)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g
const IS_LEFT_OUT = /\/(?:hyperlink|image)$/

/** The ids by which this XML may refer to something. */
export const idsUsedIn = (xml: string): ReadonlySet<string> =>
  new Set([...xml.matchAll(USE)].map(([, double, single]) => double ?? single ?? ''))

/** The relations of a part without links and pictures that are not used: thousands would be read with each piece. */
export class RelationsOfText {
  readonly #part: FilePart
  readonly #xml: readonly { readonly text: string; readonly id: string | null }[]

  constructor(part: FilePart) {
    this.#part = part
    const whole = latin1Of(part)
    const xml: { readonly text: string; readonly id: string | null }[] = []
    let done = 0
    for (const { 0: relation, index } of whole.matchAll(RELATION)) {
      xml.push({ text: whole.slice(done, index), id: null })
      const isLeftOut = relation.endsWith('/>') && IS_LEFT_OUT.test(valueIn(relation, 'Type'))
      xml.push({ text: relation, id: isLeftOut ? valueIn(relation, 'Id') : null })
      done = index + relation.length
    }
    this.#xml = [...xml, { text: whole.slice(done), id: null }]
  }

  usedBy(used: ReadonlySet<string>): FilePart {
    const kept = this.#xml.filter(({ id }) => id === null || used.has(id)).map(({ text }) => text)
    return partOfLatin1(this.#part.path, kept.join(''))
  }
}
