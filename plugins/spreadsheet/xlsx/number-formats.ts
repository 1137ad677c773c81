/** Converts between the formats of a sheet and the codes of Excel. */
const CODES: Readonly<Record<string, string>> = {
  text: '@',
  number: '#,##0.00',
  // A number with this format is displayed literally: 12 is 12%.
  percent: '0.##########"%"',
  rmb: '"￥"#,##0.00',
  usd: '"$"#,##0.00',
  eur: '"€"#,##0.00',
}

/** Codes that Excel defines by number. */
const KNOWN: Readonly<Record<number, string>> = {
  ...{ 0: '', 1: '0', 2: '0.00', 3: '#,##0', 4: 'number', 9: '0%', 10: '0.00%', 49: 'text' },
  ...{ 11: '0.00E+00', 37: '#,##0;-#,##0', 38: '#,##0;-#,##0', 39: '#,##0.00;-#,##0.00', 40: '#,##0.00;-#,##0.00' },
  ...{ 41: '#,##0', 42: '#,##0', 43: '#,##0.00', 44: '#,##0.00' },
  ...{ 14: 'yyyy-mm-dd', 15: 'd-mm-yy', 16: 'm-d', 17: 'mm-yy', 20: 'h:mm', 21: 'h:mm:ss', 22: 'yyyy-mm-dd h:mm' },
  ...{ 18: 'h:mm', 19: 'h:mm:ss', 45: 'mm:ss', 46: 'h:mm:ss', 47: 'mm:ss' },
  // Those of Chinese versions.
  ...{
    27: 'yyyy年m月',
    28: 'm月d日',
    29: 'm月d日',
    30: 'm-d-yy',
    31: 'yyyy年m月d日',
    32: 'h时mm分',
    33: 'h时mm分ss秒',
  },
  ...{ 36: 'yyyy年m月', 50: 'yyyy年m月', 51: 'm月d日', 54: 'm月d日', 57: 'yyyy年m月', 58: 'm月d日' },
}

export const codeOf = (format: string): string => CODES[format] ?? format

/** The format of a sheet for a number or a code of Excel. */
export function formatOf(id: number, code: string | undefined): string {
  if (code === undefined) return KNOWN[id] ?? ''
  if (code === 'General') return ''
  return Object.keys(CODES).find((name) => CODES[name] === code) ?? code
}

/** Whether numbers with this format are days. */
export function isDateFormat(format: string): boolean {
  const bare = codeOf(format).replaceAll(/"[^"]*"|\\.|\[[^[\]]*\]/g, '')
  return /[yd]/i.test(bare) || /h.*m|m.*s/i.test(bare)
}
