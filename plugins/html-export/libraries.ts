import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

const { resolve } = createRequire(import.meta.url)

/** What browsers need in addition to the document's own script, by library. */
export const LIBRARY_FILES = {
  katex: 'katex/dist/katex.min.js',
  mermaid: 'mermaid/dist/mermaid.min.js',
  purify: 'dompurify/dist/purify.min.js',
} as const
export type Library = keyof typeof LIBRARY_FILES

export const libraryText = (library: Library): Promise<string> => readFile(resolve(LIBRARY_FILES[library]), 'utf8')

export const documentStyle = (): Promise<string> => readFile(path.join(import.meta.dirname, 'document.css'), 'utf8')

interface FormulaFont {
  /** As in the style sheet. */
  readonly address: string
  readonly bytes: Buffer
}
export interface FormulaStyle {
  readonly css: string
  readonly fonts: readonly FormulaFont[]
}

/** The styles of formulas, with fonts in the format that all current browsers support. */
export async function formulaStyle(): Promise<FormulaStyle> {
  const file = resolve('katex/dist/katex.min.css')
  const css = (await readFile(file, 'utf8')).replaceAll(/,url\([^)]*\.(?:woff|ttf)\) format\("[a-z]+"\)/g, '')
  const addresses = [...new Set([...css.matchAll(/url\(([^)]+)\)/g)].map(([, address = '']) => address))]
  const fonts = addresses.map(async (address) => ({
    address,
    bytes: await readFile(path.join(path.dirname(file), address)),
  }))
  return { css, fonts: await Promise.all(fonts) }
}

/** The same as one text. */
export async function formulaStyleInOne(): Promise<string> {
  const { css, fonts } = await formulaStyle()
  return fonts.reduce(
    (text, { address, bytes }) =>
      text.replaceAll(`url(${address})`, `url(data:font/woff2;base64,${bytes.toString('base64')})`),
    css,
  )
}
