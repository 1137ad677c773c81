import { z } from 'zod'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { command, query } from '../operation.ts'
import { line, nothing, text } from '../schema.ts'
import { changeSettings, fittingValues } from './change-settings.ts'
import { formOf, SettingField, type SettingsTexts } from './settings-form.ts'
import { siteTexts, startTexts } from './settings-texts.ts'
import { siteSettings } from './settings.ts'

const LONGEST_VALUE = 100_000
const Section = z.object({
  /** `site`, `plugin.{id}`, or `start`, which the environment decides. */
  id: z.string(),
  title: z.string(),
  fields: z.array(SettingField),
})

export const settingsOperations = {
  read: query({
    summary:
      'What site administrators decide about the site and its plugins, as forms; of secrets only whether they are set.',
    audience: 'admin',
    input: nothing(),
    output: z.object({ sections: z.array(Section) }),
    async run(ctx) {
      const site = await viewOf(ctx, siteSection(ctx))
      const ofPlugins = await Promise.all(pluginSections(ctx).map((section) => shownOrLeftOut(ctx, section)))
      return { sections: [site, ...ofPlugins.flatMap((section) => section ?? []), startSection(ctx)] }
    },
  }),

  write: command({
    summary: 'Changes settings of one section. What is left out stays, and so does a secret whose mask is sent back.',
    audience: 'admin',
    needsNoRoom: true,
    input: z.object({
      section: line(50),
      values: z.record(text(100), z.union([text(LONGEST_VALUE), z.number(), z.boolean()])),
    }),
    output: Section,
    example: { section: 'site', values: { registerOpen: false } },
    async run(ctx, { section: id, values }) {
      const section = [siteSection(ctx), ...pluginSections(ctx)].find((each) => each.id === id)
      if (!section) throw new DomainError('notFound')
      await changeSettings(ctx, section, values)
      return viewOf(ctx, section)
    },
  }),
}

interface Shown {
  readonly id: string
  readonly schema: z.ZodType
  readonly texts: SettingsTexts
}

const siteSection = ({ session: { language } }: Context): Shown => ({ ...siteSettings, texts: siteTexts[language] })

const pluginSections = ({ services, session: { language } }: Context): readonly Shown[] =>
  services.plugins.settings().map(({ id, schema, texts }) => ({
    id: `plugin.${id}`,
    schema,
    texts: { title: id, ...texts[language] },
  }))

/** Null, with a word in the log, where the schema of a plugin throws: all else has to be shown and changed. */
async function shownOrLeftOut(ctx: Context, section: Shown): Promise<z.input<typeof Section> | null> {
  try {
    return await viewOf(ctx, section)
  } catch (error) {
    ctx.services.log.error(`the settings ${section.id} cannot be shown`, error)
    return null
  }
}

/** What the environment decides: shown, and never written. */
function startSection({ services, session: { language } }: Context): z.input<typeof Section> {
  const { title, ...texts } = startTexts[language]
  const fields = services.startSettings.map(({ variable, value, isSecret }) => {
    const kind = isSecret ? ('secret' as const) : ('text' as const)
    return { name: variable, kind, label: texts[variable] ?? variable, hint: '', value, setBy: variable }
  })
  return { id: 'start', title: title ?? '', fields }
}

async function viewOf({ store, services }: Context, { id, schema, texts }: Shown): Promise<z.input<typeof Section>> {
  const values = await fittingValues({ store, services }, { id, schema })
  const { title } = texts
  return { id, title: typeof title === 'string' ? title : id, fields: [...formOf(schema, values, texts)] }
}
