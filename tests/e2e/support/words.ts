import { readFileSync } from 'node:fs'

export type Language = 'en' | 'zh-cn'
/** Gives a text of the web in the language of a test. */
export type Say = (namespace: string, key: string, variables?: Readonly<Record<string, string | number>>) => string

const files = new Map<string, Readonly<Record<string, string>>>()

/** A text of the web as it is shown, with its variables filled in. @throws Error when there is none */
export function wordsOf(
  language: Language,
  namespace: string,
  key: string,
  variables: Readonly<Record<string, string | number>> = {},
): string {
  const file = new URL(`../../../web/i18n/${language}/${namespace}.json`, import.meta.url)
  const texts = files.get(file.href) ?? (JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>)
  files.set(file.href, texts)
  const words = texts[key]
  if (words === undefined) throw new Error(`no text ${namespace}:${key} in ${language}`)
  return Object.entries(variables).reduce((text, [name, value]) => text.replace(`{{${name}}}`, String(value)), words)
}
