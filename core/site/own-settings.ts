import type { z } from 'zod'
import type { CommandContext, Context } from '../context.ts'
import type { Seals } from '../ports/login.ts'
import type { Store } from '../ports/store.ts'
import type { SeenFields } from '../seen.ts'
import { isDeclaredByProduct, readSettings, writeSettings, type SettingsSection } from '../settings.ts'
import {
  changeSettings,
  fittingValues,
  wishedSettings,
  type SentSettings,
  type SettingsCheck,
} from './change-settings.ts'
import { withoutSecrets } from './secret-stamps.ts'

/*
 * The same functions for plugins: a section that the product has declared opens nothing to a plugin that has caught it,
 * and all others go by the id, which the plugin's own store and seals compare with the plugin.
 */

/** What it says is read once: an object could answer otherwise each time. @throws Error for a section of the product */
function ofPlugin<S extends z.ZodType>(section: SettingsSection<S>): SettingsSection<S> {
  const { id, schema } = section
  if (isDeclaredByProduct({ id, schema }))
    throw new Error(`plugins have no access to the settings ${id} of the product`)
  return { id, schema }
}

/**
 * The plugin's section as stored, with defaults for missing fields.
 * @param seals opens its secrets; may be left out if it has none
 */
export const readOwnSettings = async <S extends z.ZodType>(
  store: Pick<Store, 'settings'>,
  section: SettingsSection<S>,
  seals?: Seals,
): Promise<z.output<S>> => readSettings(store, ofPlugin(section), seals)

/** @param seals seals its secrets; may be left out if it has none */
export const writeOwnSettings = async <S extends z.ZodType>(
  store: Pick<Store, 'settings'>,
  section: SettingsSection<S>,
  value: z.input<S>,
  seals?: Seals,
): Promise<void> => writeSettings(store, ofPlugin(section), value, seals)

/** The section for viewing and repair: values that no longer fit are replaced by their default. */
export const ownFittingValues = async <S extends z.ZodType>(
  ctx: Pick<Context, 'store' | 'services'>,
  section: SettingsSection<S>,
): Promise<z.output<S> & Readonly<Record<string, unknown>>> => fittingValues(ctx, ofPlugin(section))

/**
 * The section after a change, so that it can be tested before it is stored.
 * @throws DomainError invalidInput with the field; also for a secret that would be sent to another place than the one
 * it was entered for (D73)
 */
export const ownWishedSettings = async <S extends z.ZodType>(
  ctx: Pick<Context, 'store' | 'services'>,
  section: SettingsSection<S>,
  sent: SentSettings,
): Promise<z.output<S>> => wishedSettings(ctx, ofPlugin(section), sent)

/**
 * Stores the values sent, and records which fields changed.
 * @param seen what the sender saw in them
 * @throws DomainError invalidInput, as `wishedSettings`; overtaken
 */
export const changeOwnSettings = async <S extends z.ZodType>(
  ctx: CommandContext,
  section: SettingsSection<S> & { readonly requirePossible?: SettingsCheck },
  sent: SentSettings,
  seen?: SeenFields,
): Promise<void> => {
  const { requirePossible } = section
  await changeSettings(ctx, { ...ofPlugin(section), ...(requirePossible && { requirePossible }) }, sent, seen)
}

/** Values as a form may show them: each secret that is set as a mask, and its stamp beside them. */
export const withoutOwnSecrets = <V extends Readonly<Record<string, unknown>>>(
  ctx: Pick<Context, 'services'>,
  section: SettingsSection<z.ZodType>,
  values: V,
): { readonly shown: V; readonly stamps: Readonly<Record<string, string>> } =>
  withoutSecrets(ctx, ofPlugin(section), values)
