import { Parser } from 'htmlparser2'
import { decodedText } from '../json/parsed-text.ts'
import { BrokenFile, type FilePart } from '../thread/reader.ts'
import type { Language } from '#core/plugin.ts'

const PIECE = 65_536
/** The files of a workbook have less than twenty levels; the parser takes time for each of those that are open. */
const MOST_DEPTH = 200
const SAID = {
  en: {
    entities: (path: string) => `${path} declares entities, which are not read`,
    deep: (path: string) => `${path} is nested too deeply`,
  },
  'zh-cn': {
    entities: (path: string) => `${path} 中声明了实体，无法读取`,
    deep: (path: string) => `${path} 嵌套层级过深`,
  },
} as const

export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Reads XML as events without building a tree; names have no prefix. The pronunciation of a text, which is stored beside it,
 * is no text. @throws BrokenFile
 */
export function followXml(part: FilePart | undefined, language: Language, handler: XmlHandler): void {
  if (!part) return
  const bare = (name: string): string => name.slice(name.indexOf(':') + 1)
  let [depth, readings] = [0, 0]
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        if (depth > MOST_DEPTH) throw new BrokenFile(SAID[language].deep(part.path))
        if (bare(name) === 'rPh') readings += 1
        handler.open?.(bare(name), attributes)
      },
      ontext: (text) => void (readings === 0 && handler.text?.(text)),
      onclosetag(name) {
        depth -= 1
        if (bare(name) === 'rPh') readings -= 1
        handler.close?.(bare(name))
      },
      onprocessinginstruction(name) {
        if (name.toLowerCase() === '!doctype') throw new BrokenFile(SAID[language].entities(part.path))
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  const text = decodedText(part.bytes)
  for (let at = 0; at < text.length; at += PIECE) parser.write(text.slice(at, at + PIECE))
  parser.end()
}
