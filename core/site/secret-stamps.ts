import { z } from 'zod'
import type { Context } from '../context.ts'
import { forScreens } from '../schema.ts'
import { sealsFor, secretFieldsOf, type SettingsSection } from '../settings.ts'
import { SECRET_MASK } from './settings-form.ts'

/**
 * A stamp for each secret of a section, by field: another one whenever the secret is another one, and '' when it is not
 * set. It reveals nothing of the secret.
 */
export const secretStamps = (
  { services: { seals } }: Pick<Context, 'services'>,
  section: SettingsSection<z.ZodType>,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> => {
  const { id, schema } = section
  const own = sealsFor(section, seals)
  return Object.fromEntries(
    secretFieldsOf(schema).map((name) => {
      const secret = values[name]
      const isSet = typeof secret === 'string' && secret !== ''
      return [name, isSet ? own.digest(secret, `stamp:${id}.${name}`) : '']
    }),
  )
}

/** In the output of a form: the stamps of its secrets, by field. */
export const stampFields = () => forScreens(z.record(z.string(), z.string()))

/** Values as a form may show them: each secret that is set as a mask, and its stamp beside them. */
export function withoutSecrets<V extends Readonly<Record<string, unknown>>>(
  ctx: Pick<Context, 'services'>,
  section: SettingsSection<z.ZodType>,
  values: V,
): { readonly shown: V; readonly stamps: Readonly<Record<string, string>> } {
  const stamps = secretStamps(ctx, section, values)
  const masks = Object.entries(stamps).map(([name, stamp]) => [name, stamp === '' ? '' : SECRET_MASK])
  return { shown: { ...values, ...Object.fromEntries(masks) }, stamps }
}
