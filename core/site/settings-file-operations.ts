import { z } from 'zod'
import { keepingLogin } from '../account/possible-rules.ts'
import { DomainError } from '../errors.ts'
import { command, query } from '../operation.ts'
import { forScreens, nothing, text } from '../schema.ts'
import { formOf } from './settings-form.ts'
import { baseOf, holdSections, keepChanges, plannedFile, settingsFile, type SectionChange } from './settings-file.ts'
import { openSections, titleOf } from './settings-sections.ts'

const LONGEST_FILE = 2_000_000
/** A file may hold any number of names that mean nothing here. */
const MOST_NAMED = 50
const value = z.union([z.string(), z.number(), z.boolean()])

const PlannedSection = z.object({
  id: z.string(),
  title: z.string(),
  fields: z.array(z.object({ name: z.string(), label: z.string(), before: value, after: value })),
  /** Labels of secrets that are removed because their target changes; they have to be entered again. */
  lostSecrets: z.array(z.string()),
  /** The label of an invalid field, which blocks the whole file; '' when there is none. */
  wrongField: z.string(),
})

export const settingsFileOperations = {
  exportFile: query({
    summary:
      'The settings of the site and of its plugins as one text, to be taken in by another site. Secrets, the storage of ' +
      'files, the home page and what the environment decides are not in it.',
    audience: 'admin',
    input: nothing(),
    output: z.object({ file: z.string() }),
    run: async (ctx) => ({ file: await settingsFile(ctx, openSections(ctx)) }),
  }),

  // It changes nothing, but its input is too long for an address.
  previewFile: command({
    summary: 'What taking such a text in would change here. Nothing is changed.',
    audience: 'admin',
    withoutTransaction: true,
    needsNoRoom: true,
    input: z.object({ file: text(LONGEST_FILE) }),
    output: z.object({
      sections: z.array(PlannedSection),
      /** What the file holds and is left as it is here, as `section` or `section.field`; the first of them. */
      passedOver: forScreens(z.array(z.string())),
      /** Stands for what would be replaced. */
      base: forScreens(z.string()),
    }),
    example: { file: '{ "format": "octavo-settings", "version": 1, "sections": {} }' },
    async run(ctx, { file }) {
      const { changes, passedOver } = await plannedFile(ctx, openSections(ctx), file)
      return {
        sections: changes.map((change) => shown(change)),
        passedOver: passedOver.slice(0, MOST_NAMED),
        base: await baseOf(ctx, changes),
      }
    },
  }),

  importFile: command({
    summary: 'Takes such a text in, all of it or nothing, and tells how many settings it has changed.',
    audience: 'admin',
    needsNoRoom: true,
    input: z.object({
      file: text(LONGEST_FILE),
      /** Of the preview: refused when something else would be replaced by now. */
      base: forScreens(text(100).optional()),
    }),
    output: z.object({ changed: z.number() }),
    example: { file: '{ "format": "octavo-settings", "version": 1, "sections": {} }' },
    async run(ctx, { file, base }) {
      return keepingLogin(ctx, async () => {
        await holdSections(ctx, openSections(ctx), file)
        const { changes } = await plannedFile(ctx, openSections(ctx), file)
        if (base !== undefined && base !== (await baseOf(ctx, changes))) throw new DomainError('overtaken')
        const wrong = changes.find(({ wrongField }) => wrongField !== null)
        if (wrong) throw new DomainError('invalidInput', { field: `${wrong.section.id}.${wrong.wrongField}` })
        await keepChanges(ctx, changes)
        return { changed: changes.reduce((sum, { fields }) => sum + fields.length, 0) }
      })
    },
  }),
}

function shown({ section, fields, lostSecrets, wrongField }: SectionChange): z.input<typeof PlannedSection> {
  const { id, schema, texts } = section
  const labels = new Map(formOf(schema, {}, texts).map(({ name, label }) => [name, label]))
  const labelOf = (name: string): string => labels.get(name) ?? name
  return {
    id,
    title: titleOf(section),
    fields: fields.map((field) => ({ ...field, label: labelOf(field.name) })),
    lostSecrets: lostSecrets.map(labelOf),
    wrongField: wrongField === null ? '' : labelOf(wrongField),
  }
}
