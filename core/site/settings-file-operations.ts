import { z } from 'zod'
import { keepingLogin } from '../account/possible-rules.ts'
import { DomainError } from '../errors.ts'
import { command, query } from '../operation.ts'
import { nothing, text } from '../schema.ts'
import { formOf } from './settings-form.ts'
import { keepChanges, plannedChanges, settingsFile, type SectionChange } from './settings-file.ts'
import { openSections, titleOf } from './settings-sections.ts'

const LONGEST_FILE = 2_000_000
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
    output: z.object({ sections: z.array(PlannedSection) }),
    example: { file: '{ "format": "octavo-settings", "version": 1, "sections": {} }' },
    async run(ctx, { file }) {
      const changes = await plannedChanges(ctx, openSections(ctx), file)
      return { sections: changes.map((change) => shown(change)) }
    },
  }),

  importFile: command({
    summary: 'Takes such a text in, all of it or nothing, and tells how many settings it has changed.',
    audience: 'admin',
    needsNoRoom: true,
    input: z.object({ file: text(LONGEST_FILE) }),
    output: z.object({ changed: z.number() }),
    example: { file: '{ "format": "octavo-settings", "version": 1, "sections": {} }' },
    async run(ctx, { file }) {
      const changes = await plannedChanges(ctx, openSections(ctx), file)
      const wrong = changes.find(({ wrongField }) => wrongField !== null)
      if (wrong) throw new DomainError('invalidInput', { field: `${wrong.section.id}.${wrong.wrongField}` })
      await keepingLogin(ctx, () => keepChanges(ctx, changes))
      return { changed: changes.reduce((sum, { fields }) => sum + fields.length, 0) }
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
