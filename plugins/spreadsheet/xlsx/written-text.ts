/** Excel writes characters that XML has not, and what looks like such a writing, as `_x000D_`. */
const WRITTEN = /_x([\dA-Fa-f]{4})_/g

export const textIn = (written: string): string =>
  written.includes('_x') ? written.replaceAll(WRITTEN, (_, code: string) => signOf(Number.parseInt(code, 16))) : written

/** Half a pair stays as it was written, because no text may have it. */
const signOf = (code: number): string =>
  code >= 0xd800 && code <= 0xdfff ? `_x${code.toString(16).toUpperCase()}_` : String.fromCharCode(code)

export const writtenText = (text: string): string => text.replaceAll(WRITTEN, '_x005F$&')
