import type { Language } from '#core/plugin.ts'
import { followXml as follow, RefusedXml, type XmlHandler } from '#plugins/spreadsheet/api.ts'
import { decodedText } from '../json/parsed-text.ts'
import { BrokenFile, type FilePart } from '../thread/reader.ts'

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

/** Reads a part of a workbook as events; without the part there are none. @throws BrokenFile */
export function followXml(part: FilePart | undefined, language: Language, handler: XmlHandler): void {
  if (!part) return
  try {
    follow(decodedText(part.bytes), handler)
  } catch (error) {
    throw error instanceof RefusedXml ? new BrokenFile(SAID[language][error.why](part.path)) : error
  }
}
