import { z } from 'zod'
import { DomainError } from './errors.ts'
import { forScreens, text } from './schema.ts'

/** Fields of a form by name, each as a text; a secret is represented by its stamp. */
export type SeenFields = Readonly<Record<string, string>>

const LONGEST_SEEN = 100_000

/** What the sender of a form saw in the fields it changes; programs leave it out. */
export const seenFields = () => forScreens(z.record(text(100), text(LONGEST_SEEN)).optional())

/**
 * Several people may have a form open, and nobody may replace unknowingly what somebody else has saved meanwhile. Call
 * it where the fields cannot change any more.
 * @param wished nobody has to be asked where both want the same
 * @throws DomainError overtaken, with what is stored in these fields
 */
export function requireAsSeen(seen: SeenFields | undefined, now: SeenFields, wished: SeenFields): void {
  if (!seen) return
  const isOvertaken = (name: string, value: string): boolean =>
    Object.hasOwn(seen, name) && seen[name] !== value && wished[name] !== value
  const overtaken = Object.entries(now).filter(([name, value]) => isOvertaken(name, value))
  if (overtaken.length > 0) throw new DomainError('overtaken', Object.fromEntries(overtaken))
}
