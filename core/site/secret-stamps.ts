import type { z } from 'zod'
import type { Context } from '../context.ts'
import { secretFieldsOf, type SettingsSection } from '../settings.ts'

/**
 * A stamp for each secret of a section, by field: another one whenever the secret is another one, and '' when it is not
 * set. It reveals nothing of the secret.
 */
export const secretStamps = (
  { services: { seals } }: Pick<Context, 'services'>,
  { id, schema }: SettingsSection<z.ZodType>,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    secretFieldsOf(schema).map((name) => {
      const secret = values[name]
      const isSet = typeof secret === 'string' && secret !== ''
      return [name, isSet ? seals.digest(secret, `stamp:${id}.${name}`) : '']
    }),
  )
