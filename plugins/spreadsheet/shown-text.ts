import { isFailure, textOf, type Value } from './formula/value.ts'
import { Values } from './formula/values.ts'
import { formattedNumber } from './number-format.ts'
import type { Cell, Workbook } from './workbook.ts'

/** What people read in the cells of a workbook. */
export class ShownTexts {
  readonly #workbook: Workbook
  /** Made when they are asked for: all formulas are read then. */
  #values: Values | null = null

  constructor(workbook: Workbook) {
    this.#workbook = workbook
  }

  /** '' for an empty cell. A formula that is not understood here is shown as it was typed. */
  at(sheet: number, place: number): string {
    const cell = this.#workbook.sheets[sheet]?.cells.get(place)
    return cell === undefined ? '' : shownText(cell, this.value(sheet, place))
  }

  value(sheet: number, place: number): Value {
    this.#values ??= new Values(this.#workbook)
    return this.#values.at(sheet, place)
  }
}

function shownText({ text, style }: Cell, value: Value): string {
  if (isFailure(value)) return value.failure === '' ? text : value.failure
  const isFormula = text.startsWith('=') && style.format !== 'text'
  if (typeof value === 'number' && style.format !== '' && style.format !== 'text')
    return formattedNumber(value, style.format)
  return isFormula ? textOf(value) : text
}
