import { z } from 'zod'
import type { CommandContext, Context } from '../context.ts'
import { DomainError, fieldsRefused, isRefusal } from '../errors.ts'
import { wholeSeals } from '../own-seals.ts'
import { fieldsOf, secretFieldsOf } from '../settings.ts'
import { changeSettings, fittingValues, wishedSettings, type SentSettings } from './change-settings.ts'
import { secretStamps } from './secret-stamps.ts'
import { formOf, sentToOf, type SettingValue } from './settings-form.ts'
import { decidedFields, type ShownSection } from './settings-sections.ts'

const FORMAT = 'octavo-settings'

/** Texts, numbers and flags; lists as texts with one entry per line. */
const Values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
const SettingsFile = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  sections: z.record(z.string(), Values),
})

/** Settings that cannot be transferred to another site: items have other ids there. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = { site: ['homePage', 'homeItem'] }

/** The whole file as text, without secrets. */
export async function settingsFile(ctx: Context, sections: readonly ShownSection[]): Promise<string> {
  const filed: Record<string, z.output<typeof Values>> = {}
  for (const section of sections) filed[section.id] = Object.fromEntries(await shownValues(ctx, section))
  return `${JSON.stringify({ format: FORMAT, version: 1, sections: filed }, null, 2)}\n`
}

async function shownValues(ctx: Context, section: ShownSection): Promise<[string, SettingValue][]> {
  const { id, schema, texts } = section
  const hidden = new Set([...secretFieldsOf(schema), ...(LEFT_OUT[id] ?? []), ...decidedFields(ctx, section).keys()])
  const values = await fittingValues(ctx, { id, schema })
  const fields = formOf(schema, values, texts)
  return fields.flatMap(({ name, value }) => (hidden.has(name) ? [] : [[name, value] as [string, SettingValue]]))
}

export interface SectionChange {
  readonly section: ShownSection
  /** The values to write, with secrets that have to be entered again as ''. */
  readonly sent: SentSettings
  readonly fields: readonly {
    readonly name: string
    readonly before: SettingValue
    readonly after: SettingValue
  }[]
  /** Secrets that are removed because their target changes. */
  readonly lostSecrets: readonly string[]
  /** The invalid field; null when all are valid. */
  readonly wrongField: string | null
}

export interface PlannedFile {
  /** By section. */
  readonly changes: readonly SectionChange[]
  /**
   * What the file holds and this site leaves as it is, as `section` or `section.field`: unknown here, or not to be
   * changed by a file.
   */
  readonly passedOver: readonly string[]
}

/** What a settings file would do. @throws DomainError invalidInput when it is not a settings file */
export async function plannedFile(ctx: Context, sections: readonly ShownSection[], file: string): Promise<PlannedFile> {
  const changes = new Map<ShownSection, SectionChange>()
  const passedOver: string[] = []
  for (const [id, given] of Object.entries(readFile(file).sections)) {
    const section = sections.find((each) => each.id === id)
    if (!section) {
      passedOver.push(id)
      continue
    }
    const kept = await shownValues(ctx, section)
    const known = new Set(kept.map(([name]) => name))
    for (const name of Object.keys(given)) if (!known.has(name)) passedOver.push(`${id}.${name}`)
    const change = await changeOf(ctx, section, kept, given)
    if (change.fields.length > 0) changes.set(section, change)
  }
  return { changes: sections.flatMap((section) => changes.get(section) ?? []), passedOver }
}

/** Until the end of the transaction, nobody else changes the sections in the file. */
export async function holdSections(
  { store }: CommandContext,
  sections: readonly ShownSection[],
  file: string,
): Promise<void> {
  const read = readFile(file)
  for (const { id } of sections) if (Object.hasOwn(read.sections, id)) await store.settings.hold(id)
}

/** Another text whenever the plan would replace something else. */
export async function baseOf(ctx: Context, changes: readonly SectionChange[]): Promise<string> {
  const replaced = changes.map(async ({ section, fields, lostSecrets }) => {
    const stamps = secretStamps(ctx, section, await fittingValues(ctx, section))
    return [section.id, fields, lostSecrets.map((name) => [name, stamps[name]])]
  })
  return wholeSeals(ctx.services.seals).digest(JSON.stringify(await Promise.all(replaced)), 'settings-file')
}

/** Writes the plan. Call it in a transaction. @throws DomainError invalidInput, as reported in the plan */
export async function keepChanges(ctx: CommandContext, changes: readonly SectionChange[]): Promise<void> {
  for (const { section, sent } of changes) await changeSettings(ctx, section, sent)
}

function readFile(file: string): z.output<typeof SettingsFile> {
  try {
    return SettingsFile.parse(JSON.parse(file))
  } catch {
    throw new DomainError('invalidInput', { field: 'file' })
  }
}

async function changeOf(
  ctx: Context,
  section: ShownSection,
  kept: readonly [string, SettingValue][],
  given: z.output<typeof Values>,
): Promise<SectionChange> {
  const fields = kept.flatMap(([name, before]) => {
    const after = Object.hasOwn(given, name) ? given[name] : undefined
    return after === undefined || String(after) === String(before) ? [] : [{ name, before, after }]
  })
  const lostSecrets = await secretsLost(ctx, section, new Set(fields.map(({ name }) => name)))
  const sent = Object.fromEntries([
    ...fields.map(({ name, after }) => [name, after] as const),
    ...lostSecrets.map((name) => [name, ''] as const),
  ])
  return { section, sent, fields, lostSecrets, wrongField: await wrongFieldOf(ctx, section, sent) }
}

/** A secret must not be sent to another place than the one it was entered for (D73). */
async function secretsLost(
  ctx: Context,
  { id, schema }: ShownSection,
  changed: ReadonlySet<string>,
): Promise<readonly string[]> {
  const values: Readonly<Record<string, unknown>> = await fittingValues(ctx, { id, schema })
  return secretFieldsOf(schema).filter(
    (name) => Boolean(values[name]) && sentToOf(fieldsOf(schema)[name]).some((place) => changed.has(place)),
  )
}

async function wrongFieldOf(ctx: Context, section: ShownSection, sent: SentSettings): Promise<string | null> {
  try {
    await wishedSettings(ctx, section, sent)
    return null
  } catch (error) {
    if (!isRefusal(error) || error.kind !== 'invalidInput') throw error
    return fieldsRefused(error.details)[0]?.split('.')[0] ?? ''
  }
}
