import type { z } from 'zod'
import type { CommandContext, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { fieldsOf, readFittingSettings, secretFieldsOf, settingsSection, writeSettings } from '../settings.ts'
import { SECRET_MASK, sentToOf, sentValue, type SettingValue } from './settings-form.ts'

interface Section {
  readonly id: string
  readonly schema: z.ZodType
}

/** The values of a section; what does not fit has its default, with a word in the log. */
export const fittingValues = async (
  { store, services }: Pick<Context, 'store' | 'services'>,
  { id, schema }: Section,
): Promise<Readonly<Record<string, unknown>>> =>
  (await readFittingSettings(store, settingsSection(id, schema), services.seals, (error) =>
    services.log.error(`the settings ${id} do not fit what they are to be; some have their defaults`, error),
  )) as Readonly<Record<string, unknown>>

/**
 * Changes those of a section's values that are sent, by the names of their fields. A secret whose mask is sent back stays.
 * @throws DomainError invalidInput with the field
 */
export async function changeSettings(
  ctx: CommandContext,
  { id, schema }: Section,
  sent: Readonly<Record<string, SettingValue>>,
): Promise<void> {
  await ctx.store.settings.hold(id)
  const before = await fittingValues(ctx, { id, schema })
  const secrets = secretFieldsOf(schema)
  const wishes = Object.entries(sent).flatMap(([name, value]) => {
    if (!Object.hasOwn(fieldsOf(schema), name)) throw new DomainError('invalidInput', { field: name })
    return secrets.includes(name) && value === SECRET_MASK ? [] : [[name, sentValue(schema, name, value)] as const]
  })
  // A secret that is given is a new one, also when it is the same: whoever names another place has to give it.
  const isGiven = (name: string, value: unknown): boolean => secrets.includes(name) && value !== ''
  const changed = wishes.flatMap(([name, value]) =>
    isSame(value, before[name]) && !isGiven(name, value) ? [] : [name],
  )
  requireSecretsAgain(schema, before, new Set(changed))
  const after = { ...before, ...Object.fromEntries(wishes) }
  const parsed = schema.safeParse(after)
  if (!parsed.success) throw new DomainError('invalidInput', { field: parsed.error.issues[0]?.path.join('.') ?? '' })
  if (changed.length === 0) return
  await writeSettings(ctx.store, settingsSection(id, schema), after, ctx.services.seals)
  ctx.audit({ action: 'settings.changed', object: { kind: 'settings', id }, detail: changed.toSorted().join(', ') })
}

// Lists are compared by what is in them.
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A secret must not be sent to another place than the one it was given for, which a stolen login could name (D73). */
function requireSecretsAgain(
  schema: z.ZodType,
  before: Readonly<Record<string, unknown>>,
  changed: ReadonlySet<string>,
): void {
  for (const name of secretFieldsOf(schema)) {
    const isSet = before[name] !== undefined && before[name] !== ''
    const places = sentToOf(fieldsOf(schema)[name])
    if (isSet && !changed.has(name) && places.some((place) => changed.has(place)))
      throw new DomainError('invalidInput', { field: name })
  }
}
