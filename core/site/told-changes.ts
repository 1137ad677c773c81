import type { z } from 'zod'
import { secretFieldsOf } from '../settings.ts'

type Values = Readonly<Record<string, unknown>>

/** UTF-16 units of a value as JSON. */
const LONGEST = 100
/** Names of fields that may hold what nobody else should read, although a schema does not mark them as secret. */
const PRIVATE_NAME = /authorization|credential|key|pass|pwd|secret|token/i
/** An address with a username or a password in it, or with a query, in which many sites have a key. */
const PRIVATE_ADDRESS = /:\/\/(?:[^"]*@|[^"]*\?)/

/**
 * The fields that changed, for the audit record: `name: before → after` with the values as JSON where both are short, and
 * the name alone otherwise. Secrets are never in it.
 */
export function toldChanges(
  schema: z.ZodType,
  names: readonly string[],
  { before, after }: { readonly before: Values; readonly after: Values },
): string {
  const secrets = secretFieldsOf(schema)
  const told = names.toSorted().map((name) => {
    if (secrets.includes(name) || PRIVATE_NAME.test(name)) return name
    const [from, to] = [before[name], after[name]].map((value) => JSON.stringify(value ?? ''))
    return isTold(from) && isTold(to) ? `${name}: ${from} → ${to}` : name
  })
  return told.join(', ')
}

const isTold = (json = ''): boolean => json.length <= LONGEST && !PRIVATE_ADDRESS.test(json)
