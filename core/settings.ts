import type { z } from 'zod'
import type { Store } from './ports/store.ts'

/** A named part of what the site administrator decides; every field of the schema has a default. */
export interface SettingsSection<S extends z.ZodType> {
  readonly id: string
  readonly schema: S
}

export const settingsSection = <S extends z.ZodType>(id: string, schema: S): SettingsSection<S> => ({ id, schema })

/** The section as written, with defaults for what was never written. */
export const readSettings = async <S extends z.ZodType>(
  store: Pick<Store, 'settings'>,
  { id, schema }: SettingsSection<S>,
): Promise<z.output<S>> => schema.parse((await store.settings.read(id)) ?? {})

export const writeSettings = async <S extends z.ZodType>(
  store: Pick<Store, 'settings'>,
  { id, schema }: SettingsSection<S>,
  value: z.input<S>,
): Promise<void> => store.settings.write(id, schema.parse(value))
