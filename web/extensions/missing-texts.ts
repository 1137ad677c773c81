import type { WebMessages } from './points.ts'

const PLURAL_FORM = /(?:_ordinal)?_(?:zero|one|two|few|many|other)$/

/**
 * What `other` has and `texts` has not. A text that is there without plural forms is not missing any: i18next would
 * prefer those.
 */
export function missingTexts(texts: WebMessages, other: WebMessages): WebMessages {
  const present = new Set(keysOf(texts))
  const missing = (within: WebMessages, prefix: string): WebMessages =>
    Object.fromEntries(
      Object.entries(within).flatMap(([name, text]): [string, string | WebMessages][] => {
        const key = prefix + name
        if (typeof text !== 'string') return [[name, missing(text, `${key}.`)]]
        return present.has(key) || present.has(key.replace(PLURAL_FORM, '')) ? [] : [[name, text]]
      }),
    )
  return missing(other, '')
}

/** In one form, whether they are nested or contain dots. */
function keysOf(texts: WebMessages, prefix = ''): readonly string[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [prefix + name] : keysOf(text, `${prefix}${name}.`),
  )
}
