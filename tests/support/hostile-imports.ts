import { hostileApis } from './hostile-apis.ts'
import type { Amount, HostileImport } from './hostile-import.ts'
import { hostileOffice } from './hostile-office.ts'
import { hostileTexts } from './hostile-texts.ts'
import { hostileWord } from './hostile-word.ts'
import { hostileYaml } from './hostile-yaml.ts'
import { hostileZips } from './hostile-zips.ts'

/** All of them. @param outside an address that nothing may be fetched from */
export const hostileImports = (outside: string, amount: Amount = (whole) => whole): readonly HostileImport[] => [
  ...hostileZips(amount),
  ...hostileOffice(outside, amount),
  ...hostileWord(outside, amount),
  ...hostileApis(outside, amount),
  ...hostileYaml(amount),
  ...hostileTexts(outside, amount),
]
