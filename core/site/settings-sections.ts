import type { z } from 'zod'
import { siteRules } from '../access/site-rules.ts'
import { requirePossibleRules } from '../account/possible-rules.ts'
import type { Context } from '../context.ts'
import type { SettingsCheck } from './change-settings.ts'
import { mailSettings } from './mail-settings.ts'
import { lookSettings } from './look-settings.ts'
import { accountTexts, lookTexts, mailTexts } from './section-texts.ts'
import { formOf, type SettingsTexts } from './settings-form.ts'
import { siteTexts } from './settings-texts.ts'
import { siteSettings } from './settings.ts'
import { startValue } from './start-value.ts'

/** A part of the settings, with what its form says. */
export interface ShownSection {
  readonly id: string
  readonly schema: z.ZodType
  readonly texts: SettingsTexts
  /** A variable of the environment that decides instead of the whole section where it is set. */
  readonly variable?: string
  /** Variables that decide single fields, by their names. */
  readonly variables?: Readonly<Record<string, string>>
  /** @throws DomainError when it cannot become so */
  requirePossible?: SettingsCheck
}

/** What the core itself lets administrators decide, in the order of the screen. */
export const ownSections = ({ session: { language } }: Context): readonly ShownSection[] => [
  { ...siteSettings, texts: siteTexts[language] },
  { ...lookSettings, texts: lookTexts[language], variables: { defaultLanguage: 'LANGUAGE' } },
  { ...siteRules, texts: accountTexts[language], requirePossible: requirePossibleRules as SettingsCheck },
  { ...mailSettings, texts: mailTexts[language], variable: 'SMTP_URL' },
]

export const pluginSections = ({ services, session: { language } }: Context): readonly ShownSection[] =>
  services.plugins.settings().map(({ id, schema, texts }) => ({
    id: `plugin.${id}`,
    schema,
    texts: { title: id, ...texts[language] },
  }))

/** Those that can be changed here; without those of plugins whose schema throws. */
export const openSections = (ctx: Context): readonly ShownSection[] =>
  [...ownSections(ctx), ...pluginSections(ctx)].filter(
    (section) => variableOf(ctx, section) === null && isWhole(section),
  )

function isWhole({ schema, texts }: ShownSection): boolean {
  try {
    formOf(schema, {}, texts)
    return true
  } catch {
    return false
  }
}

/** The variable of the environment that decides instead; null when administrators do. */
export const variableOf = ({ services }: Context, { variable = '' }: ShownSection): string | null =>
  startValue(services, variable) === '' ? null : variable

/** The variables that are set, by the fields they decide. */
export const decidedFields = ({ services }: Context, { variables = {} }: ShownSection): ReadonlyMap<string, string> =>
  new Map(Object.entries(variables).filter(([, variable]) => startValue(services, variable) !== ''))

export const titleOf = ({ id, texts: { title } }: ShownSection): string => (typeof title === 'string' ? title : id)
