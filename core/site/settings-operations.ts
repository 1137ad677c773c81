import { z } from 'zod'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { wholeServices } from '../open-services.ts'
import { command, query } from '../operation.ts'
import { line, nothing, text } from '../schema.ts'
import { seenFields } from '../seen.ts'
import { changeSettings, fittingValues } from './change-settings.ts'
import { secretStamps } from './secret-stamps.ts'
import { formOf, SettingField } from './settings-form.ts'
import {
  decidedFields,
  ownSections,
  pluginSections,
  titleOf,
  variableOf,
  type ShownSection,
} from './settings-sections.ts'
import { startValue } from './start-value.ts'
import { startTexts } from './settings-texts.ts'

const LONGEST_VALUE = 100_000
const Section = z.object({
  /** `site`, `plugin.{id}`, or `start` for the environment. */
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
      const own = await Promise.all(ownSections(ctx).map((section) => viewOf(ctx, section)))
      const ofPlugins = await Promise.all(pluginSections(ctx).map((section) => shownOrLeftOut(ctx, section)))
      return { sections: [...own, ...ofPlugins.flatMap((section) => section ?? []), startSection(ctx)] }
    },
  }),

  write: command({
    summary: 'Changes settings of one section. What is left out stays, and so does a secret whose mask is sent back.',
    audience: 'admin',
    needsNoRoom: true,
    input: z.object({
      section: line(50),
      values: z.record(text(100), z.union([text(LONGEST_VALUE), z.number(), z.boolean()])),
      seen: seenFields(),
    }),
    output: Section,
    example: { section: 'site', values: { registerOpen: false } },
    async run(ctx, { section: id, values, seen }) {
      const section = [...ownSections(ctx), ...pluginSections(ctx)].find((each) => each.id === id)
      if (!section) throw new DomainError('notFound')
      // Fields set by the environment cannot be changed here.
      if (variableOf(ctx, section) !== null)
        throw new DomainError('invalidInput', { field: Object.keys(values)[0] ?? '' })
      const fields = decidedFields(ctx, section)
      const decided = Object.keys(values).find((name) => fields.has(name))
      if (decided !== undefined) throw new DomainError('invalidInput', { field: decided })
      await changeSettings(ctx, section, values, seen)
      return viewOf(ctx, section)
    },
  }),
}

/** Null, with a log entry, when the schema of a plugin throws: all other sections must remain usable. */
async function shownOrLeftOut(ctx: Context, section: ShownSection): Promise<z.input<typeof Section> | null> {
  try {
    return await viewOf(ctx, section)
  } catch (error) {
    ctx.services.log.error(`the settings ${section.id} cannot be shown`, error)
    return null
  }
}

/** Settings from the environment: shown, never written. */
function startSection({ services, session: { language } }: Context): z.input<typeof Section> {
  const { title, ...texts } = startTexts[language]
  const fields = wholeServices(services).startSettings.map(({ variable, value, isSecret }) => {
    const kind = isSecret ? ('secret' as const) : ('text' as const)
    return { name: variable, kind, label: texts[variable] ?? variable, hint: '', value, setBy: variable }
  })
  return { id: 'start', title: title ?? '', fields }
}

async function viewOf(ctx: Context, section: ShownSection): Promise<z.input<typeof Section>> {
  const { store, services } = ctx
  const { id, schema, texts } = section
  const setBy = variableOf(ctx, section)
  const decided = decidedFields(ctx, section)
  const values = await fittingValues({ store, services }, { id, schema })
  const stamps = secretStamps(ctx, section, values)
  return {
    id,
    title: titleOf(section),
    fields: formOf(schema, values, texts).map((shown) => {
      const stamp = stamps[shown.name]
      const field = stamp === undefined ? shown : { ...shown, stamp }
      const variable = decided.get(field.name)
      if (variable !== undefined) return { ...field, value: startValue(services, variable), setBy: variable }
      return { ...field, ...(setBy !== null && { setBy }) }
    }),
  }
}
