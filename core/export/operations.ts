import { z } from 'zod'
import { command, query } from '../operation.ts'
import { id, nothing, streamedFile } from '../schema.ts'
import { SettingField } from '../site/settings-form.ts'
import { startTask } from '../task/start-task.ts'
import { EXPORT_PARTS, exportFormats } from './export-formats.ts'
import { EXPORT_TASK, ExportInput } from './export-task.ts'
import { exportedFile, wantedFormat } from './exported-file.ts'
import { optionsForm } from './format-options.ts'
import { openPart } from './open-part.ts'

const example = { format: 'markdown', itemId: 1 }

export const exportOperations = {
  formats: query({
    summary: 'The kinds of files in which pages can be exported, with what can be chosen for each.',
    audience: 'user',
    input: nothing(),
    output: z.object({
      formats: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          extension: z.string(),
          parts: z.array(z.enum(EXPORT_PARTS)),
          options: z.array(SettingField),
        }),
      ),
    }),
    example: {},
    run: async ({ services, session: { language } }) => ({
      formats: services.extensions(exportFormats).map(({ id: format, title, extension, parts, options }) => ({
        id: format,
        title: title[language],
        extension,
        parts: [...(parts ?? EXPORT_PARTS)],
        options: optionsForm(options, language),
      })),
    }),
  }),

  file: query({
    summary: 'An item, a catalog of it (cat_id) or a page (page_id) as a file of this format, sent as it is written.',
    audience: 'user',
    input: ExportInput,
    output: streamedFile(),
    restOnly: true,
    run: exportedFile,
  }),

  start: command({
    summary: 'Starts a task that writes the same file; it can be fetched with the result of the task for a day.',
    audience: 'user',
    input: ExportInput,
    output: z.object({ taskId: id() }),
    example,
    async run(ctx, input) {
      // Asked again when the task runs; who may not, or wants what is not there, is told at once.
      await openPart(ctx, input)
      wantedFormat(ctx, input)
      return { taskId: await startTask(ctx, EXPORT_TASK, { ...input, siteUrl: ctx.session.siteUrl }) }
    },
  }),
}
