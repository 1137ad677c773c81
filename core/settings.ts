import { sealsOfSection, wholeSeals, type ProductPurpose } from './own-seals.ts'
import { z } from 'zod'
import type { KeyChange, Seals } from './ports/login.ts'
import type { NamedSection, SettingsStore } from './ports/settings.ts'
import type { Store } from './ports/store.ts'
import { withSchema } from './schema-owners.ts'
import { wholeOf } from './seen-less.ts'

/** A named section of the site settings; every field of the schema has a default. */
export interface SettingsSection<S extends z.ZodType> {
  readonly id: string
  readonly schema: S
}

/** The schemas of the sections that the product has declared. */
const ofProduct = new WeakSet()

/** Only for the product: see `pluginSection`. */
export function settingsSection<S extends z.ZodType>(id: string, schema: S): SettingsSection<S> {
  ofProduct.add(schema)
  return { id, schema }
}

/** Whether a section is named by its declaration in the product, which no plugin has. */
export const isDeclaredByProduct = (section: NamedSection): boolean =>
  typeof section !== 'string' && ofProduct.has(section.schema)

/** The id under which it is stored. */
export const idOfSection = (section: NamedSection): string => (typeof section === 'string' ? section : section.id)

/** A section of a plugin. @throws Error for a section of the product, which is no plugin's */
export function pluginSection<S extends z.ZodType>(id: string, schema: S): SettingsSection<S> {
  if (!/^plugin\.[a-z]/.test(id))
    throw new Error(`${id} is no section of a plugin: those are plugin.<id>, and plugin.<id>. with more`)
  return { id, schema }
}

/**
 * The section as stored, with defaults for missing fields.
 * @param seals opens its secrets; may be left out if it has none
 */
export async function readSettings<S extends z.ZodType>(
  store: Pick<Store, 'settings'>,
  section: SettingsSection<S>,
  seals?: Seals,
): Promise<z.output<S>> {
  return valuesOf(section, await keptOf(store, section), seals)
}

/**
 * The same for people who view and repair it: values that no longer fit the schema, e.g. after a plugin update, or
 * cannot be unsealed, are replaced by their default.
 * @param tell is called for each value that does not fit
 */
export async function readFittingSettings<S extends z.ZodType>(
  store: Pick<Store, 'settings'>,
  section: SettingsSection<S>,
  seals: Seals,
  tell: (error: unknown) => void,
): Promise<z.output<S>> {
  const kept = await keptOf(store, section)
  try {
    return valuesOf(section, kept, seals)
  } catch (error) {
    tell(error)
  }
  const fits = (values: Kept): boolean => {
    try {
      valuesOf(section, values, seals)
      return true
    } catch {
      return false
    }
  }
  const fitting = Object.fromEntries(Object.entries(kept).filter(([name, value]) => fits({ [name]: value })))
  return valuesOf(section, fits(fitting) ? fitting : {}, seals)
}

type Kept = Readonly<Record<string, unknown>>

/** Without fields that the schema no longer has, e.g. after a plugin update. */
async function keptOf(store: Pick<Store, 'settings'>, section: SettingsSection<z.ZodType>): Promise<Kept> {
  const kept = await storedOf(store, section)
  const fields = fieldsOf(section.schema)
  return Object.fromEntries(Object.entries(kept).filter(([name]) => Object.hasOwn(fields, name)))
}

const storedOf = async (store: Pick<Store, 'settings'>, section: SettingsSection<z.ZodType>): Promise<Kept> =>
  ((await portFor(store, section).read(section)) ?? {}) as Kept

/** A section of the product is also used where a plugin has handed over its store, which has none of them. */
const portFor = (store: Pick<Store, 'settings'>, section: SettingsSection<z.ZodType>): SettingsStore =>
  (isDeclaredByProduct(section) ? wholeOf<Pick<Store, 'settings'>>(store) : store).settings
/** For the secrets of a section. @throws Error for those of a plugin, unless the section is its own */
export const sealsFor = (section: SettingsSection<z.ZodType>, seals: Seals): Seals =>
  isDeclaredByProduct(section) ? wholeSeals(seals) : sealsOfSection(seals, section.id)

const valuesOf = <S extends z.ZodType>(section: SettingsSection<S>, kept: Kept, seals?: Seals): z.output<S> => {
  const { id, schema } = section
  const values = withSecrets(kept, schema, (name, value) =>
    opened(value, purposeOf(id, name), seals && sealsFor(section, seals)),
  )
  return withSchema(schema, () => schema.parse(values))
}

/** @param seals seals its secrets; may be left out if it has none */
export const writeSettings = async <S extends z.ZodType>(
  store: Pick<Store, 'settings'>,
  section: SettingsSection<S>,
  value: z.input<S>,
  seals?: Seals,
): Promise<void> => {
  const { id, schema } = section
  const parsed = withSchema(schema, () => schema.parse(value)) as Readonly<Record<string, unknown>>
  const own = seals && sealsFor(section, seals)
  const kept = withSecrets(parsed, schema, (name, secret) => sealed(secret, purposeOf(id, name), own))
  const others = isDeclaredByProduct(section) ? {} : await unknownFields(store, section, kept)
  await portFor(store, section).write({ id, schema }, { ...others, ...kept })
}

/**
 * What another version of the plugin has stored besides, which may run on another server. Not its secrets once a text or a
 * number has changed: that may be the place they are sent to (D73).
 */
async function unknownFields(
  store: Pick<Store, 'settings'>,
  section: SettingsSection<z.ZodType>,
  kept: Kept,
): Promise<Kept> {
  const before = await storedOf(store, section)
  const fields = fieldsOf(section.schema)
  const defaults = (withSchema(section.schema, () => section.schema.safeParse({})).data ?? {}) as Kept
  const isNew = ([name, value]: readonly [string, unknown]): boolean =>
    !isSealed(value) && placesIn(value) !== placesIn(before[name] ?? defaults[name])
  const mayBeSentElsewhere = Object.entries(kept).some(isNew)
  return Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => !Object.hasOwn(fields, name) && !(mayBeSentElsewhere && isSealed(value)),
    ),
  )
}

/** The texts and numbers of a value, also in lists. Sorted, because the database sorts the fields of an object itself. */
function placesIn(value: unknown): string {
  const placesAt = (part: unknown, at: string): readonly string[] => {
    if (typeof part === 'object' && part !== null)
      return Object.entries(part).flatMap(([name, each]) => placesAt(each, `${at}.${name}`))
    return typeof part === 'string' || typeof part === 'number' ? [`${at} ${part}`] : []
  }
  return JSON.stringify(placesAt(value, '').toSorted())
}

/**
 * A section as stored, with its secrets sealed with another site key. Secrets are recognised by their format, so that
 * those of missing plugins are converted too.
 * @throws Error when one cannot be opened
 */
export const resealedSettings = (id: string, kept: Kept, { before, after }: KeyChange): Kept =>
  Object.fromEntries(
    Object.entries(kept).map(([name, value]) => {
      const purpose = purposeOf(id, name)
      return [name, isSealed(value) ? sealed(opened(value, purpose, before), purpose, after) : value]
    }),
  )

/** The fields marked as secret, which are stored sealed and never shown. */
export const secretFieldsOf = (schema: z.ZodType): readonly string[] =>
  Object.entries(fieldsOf(schema)).flatMap(([name, field]) => (isSecret(field) ? [name] : []))

/** The fields of a section's schema; none when it is not an object. */
export const fieldsOf = (schema: z.ZodType): Readonly<Record<string, z.ZodType>> =>
  schema instanceof z.ZodObject ? schema.shape : {}

const isSecret = (field: z.ZodType): boolean => field.meta()?.secret === true || partsOf(field).some(isSecret)

/**
 * The schemas a schema is built from: the wrapped type, the element type, the result of a pipe, the options of a union.
 */
export function partsOf(schema: z.ZodType): readonly z.ZodType[] {
  const { innerType, element, in: from, out: to, options = [] } = schema.def as Parts
  return [innerType, element, from, to, ...options].filter((part) => part !== undefined)
}
type Parts = { readonly [P in 'innerType' | 'element' | 'in' | 'out']?: z.ZodType } & {
  readonly options?: readonly z.ZodType[]
}

const purposeOf = (section: string, field: string): ProductPurpose => `setting:${section}.${field}`

function withSecrets(
  values: Readonly<Record<string, unknown>>,
  schema: z.ZodType,
  to: (name: string, value: unknown) => unknown,
): Readonly<Record<string, unknown>> {
  const given = secretFieldsOf(schema).filter((name) => values[name] !== undefined && values[name] !== '')
  return { ...values, ...Object.fromEntries(given.map((name) => [name, to(name, values[name])])) }
}

const Sealed = z.strictObject({ sealed: z.string() })
const isSealed = (value: unknown): boolean => Sealed.safeParse(value).success
const sealed = (secret: unknown, purpose: ProductPurpose, seals = noSeals(purpose)): z.output<typeof Sealed> => ({
  sealed: wholeSeals(seals).seal(String(secret), purpose),
})
const opened = (kept: unknown, purpose: ProductPurpose, seals = noSeals(purpose)): string =>
  wholeSeals(seals).open(Sealed.parse(kept).sealed, purpose)
function noSeals(purpose: string): Seals {
  throw new Error(`${purpose} is a secret, which cannot be read or written without seals`)
}
