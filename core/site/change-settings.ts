import type { z } from 'zod'
import type { CommandContext, Context } from '../context.ts'
import { DomainError, refusalOfFields } from '../errors.ts'
import { withSchema } from '../schema-owners.ts'
import { fieldsOf, readFittingSettings, secretFieldsOf, writeSettings, type SettingsSection } from '../settings.ts'
import { requireAsSeen, type SeenFields } from '../seen.ts'
import { secretStamps } from './secret-stamps.ts'
import { toldChanges } from './told-changes.ts'
import { SECRET_MASK, sentToOf, sentValue, shownValue, type SettingValue } from './settings-form.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Values sent for the fields of a section. Missing fields do not change, nor does a secret when its mask is sent back.
 */
export type SentSettings = Readonly<Record<string, SettingValue>>

/** Refuses values that are valid individually but not together. */
export type SettingsCheck = (
  ctx: CommandContext,
  values: { readonly before: unknown; readonly after: unknown },
) => Promise<void>

/** A section for viewing and repair: values that no longer fit are replaced by their default. */
export const fittingValues = async <S extends z.ZodType>(
  { store, services }: Pick<Context, 'store' | 'services'>,
  { id, schema }: SettingsSection<S>,
): Promise<z.output<S> & Values> =>
  (await readFittingSettings(store, { id, schema }, services.seals, (error) =>
    services.log.error(`the settings ${id} do not fit what they are to be; some have their defaults`, error),
  )) as z.output<S> & Values

/**
 * The section after a change, so that it can be tested before it is stored.
 * @throws DomainError invalidInput with the field; also for a secret that would be sent to another place than the one
 * it was entered for (D73)
 */
export async function wishedSettings<S extends z.ZodType>(
  ctx: Pick<Context, 'store' | 'services'>,
  section: SettingsSection<S>,
  sent: SentSettings,
): Promise<z.output<S>> {
  return (await wished(ctx, section, sent)).after
}

/**
 * Stores the values sent, and records which fields changed and how, without secrets.
 * @param seen what the sender saw in them
 * @throws DomainError invalidInput, as `wishedSettings`; overtaken
 */
export async function changeSettings<S extends z.ZodType>(
  ctx: CommandContext,
  section: SettingsSection<S> & { readonly requirePossible?: SettingsCheck },
  sent: SentSettings,
  seen?: SeenFields,
): Promise<void> {
  const { id } = section
  await ctx.store.settings.hold(id)
  const { before, after, changed } = await wished(ctx, section, sent)
  requireAsSeen(seen, seenOf(ctx, section, before), seenOf(ctx, section, after as Values))
  if (changed.length === 0) return
  await section.requirePossible?.(ctx, { before, after })
  await writeSettings(ctx.store, section, after as z.input<S>, ctx.services.seals)
  const detail = toldChanges(section.schema, changed, { before, after: after as Values })
  ctx.audit({ action: 'settings.changed', object: { kind: 'settings', id }, detail })
}

/** As forms show the values. */
const seenOf = (ctx: Pick<Context, 'services'>, section: SettingsSection<z.ZodType>, values: Values): SeenFields => ({
  ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(shownValue(value))])),
  ...secretStamps(ctx, section, values),
})

async function wished<S extends z.ZodType>(
  ctx: Pick<Context, 'store' | 'services'>,
  section: SettingsSection<S>,
  sent: SentSettings,
): Promise<{ readonly before: Values; readonly after: z.output<S>; readonly changed: readonly string[] }> {
  const { schema } = section
  const before: Values = await fittingValues(ctx, section)
  const secrets = secretFieldsOf(schema)
  const wishes = Object.entries(sent).flatMap(([name, value]) => {
    if (!Object.hasOwn(fieldsOf(schema), name)) throw new DomainError('invalidInput', { field: name })
    return secrets.includes(name) && value === SECRET_MASK ? [] : [[name, sentValue(schema, name, value)] as const]
  })
  // An entered secret counts as changed even if it is equal: whoever changes its target has to enter it again.
  const isGiven = (name: string, value: unknown): boolean => secrets.includes(name) && value !== ''
  const changed = wishes.flatMap(([name, value]) =>
    isSame(value, before[name]) && !isGiven(name, value) ? [] : [name],
  )
  const parsed = withSchema(schema, () => schema.safeParse({ ...before, ...Object.fromEntries(wishes) }))
  if (!parsed.success) throw refusalOfFields([...new Set(parsed.error.issues.map(({ path }) => path.join('.')))])
  requireSecretsAgain(schema, before, new Set(changed))
  return { before, after: parsed.data, changed }
}

// Lists are compared by value.
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * A secret must not be sent to another place than the one it was entered for; otherwise a stolen login could have it
 * sent elsewhere (D73).
 */
function requireSecretsAgain(schema: z.ZodType, before: Values, changed: ReadonlySet<string>): void {
  const asked = secretFieldsOf(schema).filter((name) => {
    const isSet = before[name] !== undefined && before[name] !== ''
    return isSet && !changed.has(name) && sentToOf(fieldsOf(schema)[name]).some((place) => changed.has(place))
  })
  if (asked.length > 0) throw refusalOfFields(asked)
}
