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
  ...{ 14: 'yyyy-mm-dd', 15: 'd-mm-yy', 17: 'mm-yy', 20: 'h:mm', 21: 'h:mm:ss', 22: 'yyyy-mm-dd h:mm' },
}

export const codeOf = (format: string): string => CODES[format] ?? format

/** The format of a sheet for a number or a code of Excel. */
export function formatOf(id: number, code: string | undefined): string {
  if (code === undefined) return KNOWN[id] ?? ''
  if (code === 'General') return ''
  return Object.keys(CODES).find((name) => CODES[name] === code) ?? code
}
