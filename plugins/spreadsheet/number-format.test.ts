import { SSF } from '@e965/xlsx'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formattedNumber } from './number-format.ts'

/** As files of Excel, LibreOffice and WPS have them. */
const FORMATS = [
  ...['0', '0.00', '#,##0', '#,##0.00', '0%', '0.00%', '0.00E+00', '##0.0#', '000', '0.0,', '#,##0,"k"'],
  ...['#,##0;-#,##0', '#,##0.00;(#,##0.00)', '0;-0;"none"', '"￥"#,##0.00', '0"件"', '0.0\\%'],
  ...['[Red]0.00', '[$€-407]#,##0.00', '[$¥-804]#,##0.00', '#,##0.00\\ "€"', '#,##0.00;[Red]-#,##0.00', '0 "kg"'],
]
const DATES = [
  ...['yyyy-mm-dd', 'yyyy/m/d', 'd-mmm-yy', 'mmmm d, yyyy', 'dddd', 'yyyy"年"m"月"d"日"', 'yyyy\\-mm\\-dd'],
  ...['yyyy-mm-dd hh:mm', 'h:mm:ss', 'h:mm AM/PM', 'mm:ss', '[h]:mm', 'm/d/yy h:mm', 'yyyy\\-mm\\-dd;@'],
]

describe('a number in a cell', () => {
  it('is shown as another program shows it, in formats that files have', () => {
    const number = fc.oneof(
      fc.integer({ min: -1_000_000, max: 1_000_000 }).map((whole) => whole * 10 + 3),
      fc.integer({ min: -10_000_000, max: 10_000_000 }).map((whole) => (whole * 10 + 3) / 1_000),
    )
    // Other programs differ in numbers that are rounded to zero, and in halves.
    const larger = number.filter((value) => Math.abs(value) >= 1_000 || value === 0)
    fc.assert(
      fc.property(fc.constantFrom(...FORMATS), larger, (format, value) => {
        expect([format, formattedNumber(value, format)]).toEqual([format, SSF.format(format, value)])
      }),
      { numRuns: 5_000 },
    )
  })

  it('is a day or a time in formats of these', () => {
    // Whole seconds: other programs differ in how they round the rest.
    const moment = fc.integer({ min: 61 * 86_400, max: 80_000 * 86_400 }).map((seconds) => seconds / 86_400)
    fc.assert(
      fc.property(fc.constantFrom(...DATES), moment, (format, value) => {
        expect([format, formattedNumber(value, format)]).toEqual([format, SSF.format(format, value)])
      }),
      { numRuns: 5_000 },
    )
  })

  it.each([
    ['_ * #,##0.00_ ;_ * -#,##0.00_ ;_ * "-"??_ ;_ @_ ', 1234.5, '1,234.50'],
    ['_ * #,##0.00_ ;_ * -#,##0.00_ ;_ * "-"??_ ;_ @_ ', -1234.5, '-1,234.50'],
    ['yyyy年m月d日', 45_322, '2024年1月31日'],
    ['yyyy年m月d日 aaaa', 45_322, '2024年1月31日 星期三'],
    ['[$-804]yyyy"年"m"月"d"日"', 45_322, '2024年1月31日'],
    ['上午/下午h"时"mm"分"', 45_322.75, '下午6时00分'],
    ['percent', 12, '12%'],
    ['number', -0.001, '0.00'],
    ['0.00', 1.005, '1.01'],
    // What is not understood is shown as it is.
    ['# ?/?', 1.5, '1.5'],
    ['[>100]0.0;0', 5.25, '5.25'],
    ['yyyy', -1, '-1'],
    ['"unclosed', 7, '7'],
  ])('in the format %s: %d is %s', (format, value, shown) => {
    expect(formattedNumber(value, format).trim()).toBe(shown)
  })

  it('is shown in no time, whatever its format is', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60, unit: fc.constantFrom(...'#0?,.%;"\\_*[]$-ymdhsaE+@ 年') }),
        fc.double(),
        (format, value) => {
          expect(typeof formattedNumber(value, format)).toBe('string')
        },
      ),
      { numRuns: 5_000 },
    )
  })
})
