import { linkAddress } from '#plugins/format-tools/api.ts'
import { formulaIn, type Expression } from './formula/parsed.ts'
import type { Cell } from './workbook.ts'

/** The address a cell leads to, stored with it or typed as `=HYPERLINK("address", …)`; '' for none. */
export function linkOf({ text, style, link = '' }: Cell): string {
  if (text === '') return ''
  if (link !== '' || style.format === 'text' || !/^=\s*HYPERLINK\s*\(/i.test(text)) return link
  return typedLink(formulaIn(text)) ?? ''
}

function typedLink(formula: Expression | null): string | null {
  if (formula?.kind !== 'call' || formula.name !== 'HYPERLINK') return null
  const [address] = formula.parameters
  return address?.kind === 'constant' ? linkAddress(String(address.value)) : null
}
