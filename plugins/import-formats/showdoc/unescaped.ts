import { textIn } from '../json/json-value.ts'

const SIGNS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#039;': "'",
  '&#39;': "'",
  '&apos;': "'",
}

/** ShowDoc stores titles and texts HTML-escaped once. */
export const unescaped = (text: unknown): string =>
  textIn(text).replaceAll(/&(?:amp|lt|gt|quot|apos|#0?39);/g, (sign) => SIGNS[sign] ?? sign)
