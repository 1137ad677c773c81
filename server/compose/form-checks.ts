import { z } from 'zod'
import { fieldsOf, secretFieldsOf } from '#core/settings.ts'
import { sentToOf } from '#core/site/settings-form.ts'

/** What is wrong with a schema whose form is derived and whose values are stored; null for nothing. */
export function problemOfForm(schema: z.ZodType): string | null {
  // Secrets are sealed per field, so those inside other values would be stored unsealed.
  if (!(schema instanceof z.ZodObject)) return 'must be an object of fields'
  const defaults = schema.safeParse({})
  if (!defaults.success) return 'must have a default for every field'
  const again = schema.safeParse(defaults.data)
  if (!again.success || JSON.stringify(again.data) !== JSON.stringify(defaults.data))
    return 'must read what they have made, as it is what is kept'
  const fields = fieldsOf(schema)
  const places = secretFieldsOf(schema).flatMap((name) => sentToOf(fields[name]))
  const unknown = places.find((place) => !Object.hasOwn(fields, place))
  return unknown === undefined ? null : `name ${unknown} as where a secret is sent to, which is no field`
}
