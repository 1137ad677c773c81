import type { z } from 'zod'
import { siteRules } from '../access/site-rules.ts'
import { requirePossibleRules } from '../account/possible-rules.ts'
import type { Context } from '../context.ts'
import type { SettingsCheck } from './change-settings.ts'
import { mailSettings } from './mail-settings.ts'
import { lookSettings } from './look-settings.ts'
import { pictureSettings } from './picture-settings.ts'
import { accountTexts, lookTexts, mailTexts, pictureTexts } from './section-texts.ts'
import { formOf, type SettingsTexts } from './settings-form.ts'
import { siteTexts } from './settings-texts.ts'
import { siteSettings } from './settings.ts'
import { startValue } from './start-value.ts'
import { wholeServices } from '../open-services.ts'

/** A section of the settings, with the texts of its form. */
export interface ShownSection {
  readonly id: string
  readonly schema: z.ZodType
  readonly texts: SettingsTexts
  /** The environment variable that overrides the whole section. */
  readonly variable?: string
  /** Environment variables that override single fields, by field name. */
  readonly variables?: Readonly<Record<string, string>>
  /** @throws DomainError when the change is not possible */
  requirePossible?: SettingsCheck
}

/** The core's own sections, in the order of the screen. */
export const ownSections = ({ session: { language } }: Context): readonly ShownSection[] => [
  { ...siteSettings, texts: siteTexts[language], variables: { siteUrl: 'PUBLIC_URL' } },
  { ...lookSettings, texts: lookTexts[language], variables: { defaultLanguage: 'LANGUAGE' } },
  { ...pictureSettings, texts: pictureTexts[language] },
  { ...siteRules, texts: accountTexts[language], requirePossible: requirePossibleRules as SettingsCheck },
  { ...mailSettings, texts: mailTexts[language], variable: 'SMTP_URL' },
]

export const pluginSections = ({ services, session: { language } }: Context): readonly ShownSection[] =>
  wholeServices(services)
    .plugins.settings()
    .map(({ id, schema, texts }) => ({
      id: `plugin.${id}`,
      schema,
      texts: { title: id, ...texts[language] },
    }))

/** The sections that can be changed here, without those of plugins whose schema throws. */
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

/** The overriding environment variable; null when administrators decide. */
export const variableOf = ({ services }: Context, { variable = '' }: ShownSection): string | null =>
  startValue(services, variable) === '' ? null : variable

/** The variables that are set, by the field they override. */
export const decidedFields = ({ services }: Context, { variables = {} }: ShownSection): ReadonlyMap<string, string> =>
  new Map(Object.entries(variables).filter(([, variable]) => startValue(services, variable) !== ''))

export const titleOf = ({ id, texts: { title } }: ShownSection): string => (typeof title === 'string' ? title : id)
