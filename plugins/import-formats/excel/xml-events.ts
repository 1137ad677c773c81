import { Parser } from 'htmlparser2'
import { decodedText } from '../json/parsed-text.ts'
import { BrokenFile, type FilePart } from '../thread/reader.ts'
import type { Language } from '#core/plugin.ts'

const PIECE = 65_536
const SAID = {
  en: (path: string) => `${path} declares entities, which are not read`,
  'zh-cn': (path: string) => `${path} 中声明了实体，无法读取`,
} as const

export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/** Reads XML as events without building a tree; names have no prefix. @throws BrokenFile */
export function followXml(part: FilePart | undefined, language: Language, handler: XmlHandler): void {
  if (!part) return
  const bare = (name: string): string => name.slice(name.indexOf(':') + 1)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handler.open?.(bare(name), attributes),
      ontext: (text) => handler.text?.(text),
      onclosetag: (name) => handler.close?.(bare(name)),
      onprocessinginstruction(name) {
        if (name.toLowerCase() === '!doctype') throw new BrokenFile(SAID[language](part.path))
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  const text = decodedText(part.bytes)
  for (let at = 0; at < text.length; at += PIECE) parser.write(text.slice(at, at + PIECE))
  parser.end()
}
