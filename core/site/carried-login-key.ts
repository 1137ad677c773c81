import { extensionPoint } from '../extension.ts'
import type { Carrier } from '../page/carried-parts.ts'

/** Takes over the key with which programs made links for logging in to another system. */
export const carriedLoginKeys = extensionPoint<Carrier<string>>('carriedLoginKeys', { isPartOfCommands: true })
