import { hostileApis } from './hostile-apis.ts'
import type { HostileImport } from './hostile-import.ts'
import { hostileOffice } from './hostile-office.ts'
import { hostileTexts } from './hostile-texts.ts'
import { hostileZips } from './hostile-zips.ts'

/** All of them. @param outside an address that nothing may be fetched from */
export const hostileImports = (outside: string): readonly HostileImport[] => [
  ...hostileZips(),
  ...hostileOffice(outside),
  ...hostileApis(outside),
  ...hostileTexts(outside),
]
