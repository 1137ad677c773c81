import { extensionPoint } from '../extension.ts'
import type { Carrier } from '../page/carried-parts.ts'

/** Takes over the key with which programs created login links for another system. */
export const carriedLoginKeys = extensionPoint<Carrier<string>>('carriedLoginKeys', { isPartOfCommands: true })
