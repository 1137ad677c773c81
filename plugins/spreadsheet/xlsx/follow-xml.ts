import { Parser } from 'htmlparser2'
import { BrokenZip } from './zip.ts'

/** XML that is not read on. */
export class RefusedXml extends BrokenZip {
  readonly why: 'deep' | 'entities'

  constructor(why: RefusedXml['why']) {
    super(why === 'deep' ? 'its elements are nested too deeply' : 'it declares entities')
    this.why = why
  }
}

export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

const PIECE = 65_536
/** The files of a workbook have less than twenty levels; the parser takes time for each of those that are open. */
const MOST_DEPTH = 200

/**
 * Reads XML without building a tree; names are passed without their prefix, and entities are not expanded. The
 * pronunciation of a text, which is stored beside it, is no text. @throws RefusedXml
 */
export function followXml(xml: string, { open, text, close }: XmlHandler): void {
  const bare = (name: string): string => name.slice(name.indexOf(':') + 1)
  let [depth, readings] = [0, 0]
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        if (depth > MOST_DEPTH) throw new RefusedXml('deep')
        if (bare(name) === 'rPh') readings += 1
        open?.(bare(name), attributes)
      },
      ontext: (piece) => void (readings === 0 && text?.(piece)),
      onclosetag(name) {
        depth -= 1
        if (bare(name) === 'rPh') readings -= 1
        close?.(bare(name))
      },
      onprocessinginstruction(name) {
        if (name.toLowerCase() === '!doctype') throw new RefusedXml('entities')
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  for (let at = 0; at < xml.length; at += PIECE) parser.write(xml.slice(at, at + PIECE))
  parser.end()
}
