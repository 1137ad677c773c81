import { withSheet } from '../cell-link.ts'
import { withSheetNames } from '../formula/references.ts'
import type { Sheet, Workbook } from '../workbook.ts'

/** Sheets with names that Excel accepts, adapted in their formulas. */
export function withExcelNames({ sheets }: Workbook): Workbook {
  const names = excelNames(sheets.map(({ name }) => name))
  // If two have the same name, formulas mean the first.
  const nameOf = new Map(sheets.map(({ name }, at) => [name.toLowerCase(), names[at] ?? name] as const).toReversed())
  return { sheets: sheets.map((sheet, at) => renamedSheet(sheet, names[at] ?? sheet.name, nameOf)) }
}

/** @param nameOf the new names by the former ones in lower case */
export function renamedSheet<Kind extends Sheet>(sheet: Kind, name: string, nameOf: ReadonlyMap<string, string>): Kind {
  const cells = new Map(sheet.cells)
  const newName = (former: string): string => nameOf.get(former.toLowerCase()) ?? former
  for (const [place, cell] of cells) {
    const isFormula = cell.text.startsWith('=') && cell.text.includes('!')
    const isLinked = cell.link?.startsWith('#') === true
    if (!isFormula && !isLinked) continue
    const text = isFormula ? withSheetNames(cell.text, newName) : cell.text
    const link = cell.link === undefined ? {} : { link: withSheet(cell.link, newName) }
    cells.set(place, { ...cell, ...link, text })
  }
  return { ...sheet, name, cells }
}

const LONGEST_NAME = 31

/**
 * Excel refuses a workbook with a name that is empty, too long, duplicate, reserved, or contains one of these
 * characters.
 */
export function excelNames(names: readonly string[]): readonly string[] {
  const taken = new Set(['history'])
  return names.map((name) => {
    const allowed = shortened(name.replaceAll(/[[\]:*?/\\]|^'|'$/g, ' ').trim(), LONGEST_NAME)
    const base = allowed === '' ? 'Sheet' : allowed
    let found = base
    for (let count = 2; taken.has(found.toLowerCase()); count += 1)
      found = `${shortened(base, LONGEST_NAME - String(count).length - 1)} ${count}`
    taken.add(found.toLowerCase())
    return found
  })
}

/** No character is cut in two. */
const shortened = (text: string, length: number): string =>
  text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/[\s']+$/, '')
