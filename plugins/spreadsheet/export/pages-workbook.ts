import { readWorkbook } from '../read-workbook.ts'
import { NOTHING_HIDDEN, placeOf, PLAIN, USUAL, type Sheet, type Workbook } from '../workbook.ts'
import { excelNames, renamedSheet } from '../xlsx/excel-names.ts'
import { cellsTooLong } from '../xlsx/write-xlsx.ts'
import { tablesSheet } from './page-tables.ts'

/** A page being added to a workbook; it is sent to the thread that creates it. */
export type PageForWorkbook =
  | { readonly title: string; readonly sheets: string }
  /** The HTML for readers of a page of another kind. */
  | { readonly title: string; readonly html: string }

/** The workbook's notices where it differs from the pages. */
export interface WorkbookWords {
  /** The name of the sheet with the notices. */
  readonly about: string
  readonly noTables: string
  readonly tooMany: string
  readonly cut: string
  readonly tooLong: string
  readonly more: string
}

/** Excel takes minutes to open more of them. */
const MOST_SHEETS = 1_000
const MOST_NAMED = 50

type Loss = 'noTables' | 'tooMany' | 'cut'

/** One workbook of many pages: the sheets of spreadsheets, and the tables of each other page as a sheet. */
export class PagesWorkbook {
  readonly #pages: { readonly title: string; readonly sheets: readonly Sheet[] }[] = []
  readonly #lost = new Map<Loss, string[]>()
  #count = 0

  add(page: PageForWorkbook): void {
    const sheets = this.#sheetsOf(page)
    if (sheets.length === 0) return this.#lose('noTables', page.title)
    if (this.#count + sheets.length > MOST_SHEETS) return this.#lose('tooMany', page.title)
    this.#count += sheets.length
    this.#pages.push({ title: page.title, sheets })
  }

  workbook(words: WorkbookWords): Workbook {
    const names = excelNames(this.#pages.flatMap((page) => this.#wantedNames(page)))
    let before = 0
    const sheets = this.#pages.flatMap((page) => {
      const own = names.slice(before, (before += page.sheets.length))
      // Formulas of a page refer to its own sheets.
      const nameOf = new Map(
        page.sheets.map(({ name }, at) => [name.toLowerCase(), own[at] ?? name] as const).toReversed(),
      )
      return page.sheets.map((sheet, at) => renamedSheet(sheet, own[at] ?? sheet.name, nameOf))
    })
    const lines = this.#linesOf(words, cellsTooLong({ sheets }))
    if (lines.length === 0 && sheets.length > 0) return { sheets }
    return { sheets: [...sheets, noteSheet(words.about, lines)] }
  }

  #sheetsOf(page: PageForWorkbook): readonly Sheet[] {
    if ('html' in page) {
      const tables = tablesSheet(page.title, page.html)
      if (tables?.isCut) this.#lose('cut', page.title)
      return tables ? [tables.sheet] : []
    }
    const { sheets, isCut, isWhole } = readWorkbook(page.sheets)
    if (isCut || !isWhole) this.#lose('cut', page.title)
    return sheets
  }

  /** A single page keeps the names of its sheets; among others, the page's title is needed. */
  #wantedNames({ title, sheets }: { readonly title: string; readonly sheets: readonly Sheet[] }): readonly string[] {
    if (this.#pages.length === 1) return sheets.map(({ name }) => name)
    return sheets.length === 1 ? [title] : sheets.map(({ name }) => `${title.slice(0, 18)} - ${name}`)
  }

  #lose(loss: Loss, title: string): void {
    const titles = this.#lost.get(loss) ?? []
    this.#lost.set(loss, titles)
    titles.push(title)
  }

  #linesOf(words: WorkbookWords, tooLong: readonly string[]): readonly string[] {
    const told = (['tooMany', 'cut', 'noTables'] as const).map(
      (loss) => [words[loss], this.#lost.get(loss) ?? []] as const,
    )
    return [...told, [words.tooLong, tooLong] as const].flatMap(([text, named]) => {
      if (named.length === 0) return []
      const more = named.length - MOST_NAMED
      return [
        text,
        ...named.slice(0, MOST_NAMED),
        ...(more > 0 ? [words.more.replace('{{count}}', String(more))] : []),
        '',
      ]
    })
  }
}

function noteSheet(name: string, lines: readonly string[]): Sheet {
  const cells = lines.map((text, row) => [placeOf(row, 0), { text, style: { ...PLAIN, format: 'text' } }] as const)
  return {
    ...{ name, cells: new Map(cells), merges: [], heights: new Map(), frozen: { rows: 0, columns: 0 } },
    hidden: NOTHING_HIDDEN,
    widths: new Map([[0, 4 * USUAL.columnWidth]]),
  }
}
