import { hostileApis } from './hostile-apis.ts'
import { hostileOffice } from './hostile-office.ts'
import { hostileTexts } from './hostile-texts.ts'
import { hostileZips } from './hostile-zips.ts'

/** A file made to harm, or to take long. */
export interface HostileImport {
  /** What is hostile about it. */
  readonly name: string
  readonly fileName: string
  bytes(): Buffer
  /** What the refusal says; null for one whose content comes in, without what is hostile. */
  readonly problem: RegExp | null
}

/** All of them. @param outside an address that nothing may be fetched from */
export const hostileImports = (outside: string): readonly HostileImport[] => [
  ...hostileZips(),
  ...hostileOffice(outside),
  ...hostileApis(outside),
  ...hostileTexts(outside),
]
