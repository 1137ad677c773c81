import type { Language } from '../language.ts'
import { limits } from '../limits.ts'
import { shortened } from '../shortened.ts'

/** The names of an import that are longer than an item can hold, and are cut. */
export class CutNames {
  #pages = 0
  #others = 0

  /** The title of a page, or '-'. */
  title(text: string): string {
    const title = cut(text, limits.titleLength)
    if (title !== storable(text).trim()) this.#pages += 1
    return title || '-'
  }

  /** The name of an item or a catalog, or ''. */
  name(text: string): string {
    const name = cut(text, limits.nameLength)
    if (name !== storable(text).trim()) this.#others += 1
    return name
  }

  /** What people are told of it; nothing when none was cut. */
  notes(language: Language): readonly string[] {
    const { pages, names } = NOTES[language]
    return [...(this.#pages > 0 ? [pages(this.#pages)] : []), ...(this.#others > 0 ? [names(this.#others)] : [])]
  }
}

const [TITLE, NAME] = [limits.titleLength, limits.nameLength]
const NOTES = {
  en: {
    pages: (count: number) => `Titles of pages that are cut to ${TITLE} characters: ${count}.`,
    names: (count: number) => `Names of catalogs, or of a new item, that are cut to ${NAME} characters: ${count}.`,
  },
  'zh-cn': {
    pages: (count: number) => `页面标题过长的有 ${count} 个，只保留前 ${TITLE} 个字符。`,
    names: (count: number) => `目录或新项目名称过长的有 ${count} 个，只保留前 ${NAME} 个字符。`,
  },
} as const satisfies Record<Language, object>

/** Without what no storage takes. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()
/** Trimmed and at most this long. */
export const cut = (text: string, longest: number): string => shortened(storable(text).trim(), longest).trim()
