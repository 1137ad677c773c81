import type { Language } from '../language.ts'
import type { KnownKind } from '../ports/page-kinds.ts'
import type { PageKind } from './kind.ts'

/** The id that pages have for screens while the plugin of their kind is not running. */
export const UNKNOWN = 'unknown'

/** Stands for the kind of a content that only a plugin can show, which is not running: shown as it is stored. */
export interface MissingKind extends PageKind {
  /** The display names of the plugins it may belong to; '' if the site has known none. */
  pluginsIn(language: Language): string
}

/** @param known the kinds that the content may be of */
export function missingKind(known: readonly KnownKind[]): MissingKind {
  const pluginsIn = (language: Language) => [...new Set(known.map(({ plugin }) => plugin[language]))].join(' / ')
  return {
    id: UNKNOWN,
    module: null,
    itemTypes: [],
    pluginsIn,
    recognises: () => false,
    empty: () => '',
    textOf: (content) => content,
    render: (content, { language }) => `> ${NOTICE[language](escaped(pluginsIn(language)))}\n\n${asCode(content)}`,
    compare: (before, after) => ({ before: asCode(before), after: asCode(after) }),
  }
}

export const isMissing = (kind: PageKind): kind is MissingKind => kind.id === UNKNOWN

/** Whether a content is stored data, as that of all kinds but markdown: it begins like an object of JSON, or a list of them. */
export const isData = (content: string): boolean => /^\uFEFF?\s*(?:\{|\[\s*\{)\s*(?:"|\})/.test(content)

const NOTICE: Readonly<Record<Language, (plugins: string) => string>> = {
  en: (plugins) =>
    plugins === ''
      ? 'The plugin for this kind of page is not running. The page is shown as it is stored.'
      : `The plugin “${plugins}” is not running. The page is shown as it is stored.`,
  'zh-cn': (plugins) =>
    plugins === ''
      ? '此类页面所需的插件未运行，以下是页面存储的内容。'
      : `插件“${plugins}”未运行，以下是页面存储的内容。`,
}

const escaped = (name: string): string => name.replace(/[\\`*_[\]<>#|~&]/g, '\\$&').replace(/\s+/g, ' ')

/** Each line indented, which compares line by line as the content itself does. */
const asCode = (content: string): string => content.replace(/^|\r\n?|\n/g, (start) => `${start}    `)
