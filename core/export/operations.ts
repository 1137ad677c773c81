import { z } from 'zod'
import { requireLogin } from '../access/doors.ts'
import { ITEM_TYPES, type ItemType } from '../item/item.ts'
import { wholeServices } from '../open-services.ts'
import { always, command, query } from '../operation.ts'
import { addedTime, forScreens, id, nothing, streamedFile } from '../schema.ts'
import { SettingField } from '../site/settings-form.ts'
import { startTask } from '../task/start-task.ts'
import { articlesOf, MOST_ARTICLES } from './articles.ts'
import { diagramsOf } from './diagrams.ts'
import { drawingsField, keptDrawings } from './drawings.ts'
import { EXPORT_PARTS, exportFormats } from './export-formats.ts'
import { EXPORT_TASK, ExportInput, PartInput } from './export-task.ts'
import { exportedFile, wantedFormat } from './exported-file.ts'
import { optionsForm } from './format-options.ts'
import { openPart } from './open-part.ts'

const itemTypes = Object.keys(ITEM_TYPES) as ItemType[]
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
          /** Item types for which it is preselected. */
          suits: forScreens(z.array(z.enum(itemTypes))),
          /** Whether it uses the pictures of `export/diagrams`. */
          takesDrawings: z.boolean(),
        }),
      ),
    }),
    example: {},
    run: async ({ services, session: { language } }) => ({
      formats: wholeServices(services)
        .extensions(exportFormats)
        .map((format) => ({
          id: format.id,
          title: format.title[language],
          extension: format.extension,
          parts: [...(format.parts ?? EXPORT_PARTS)],
          options: optionsForm(services, format.options, language),
          suits: [...(format.suits ?? [])],
          takesDrawings: format.takesDrawings ?? false,
        })),
    }),
  }),

  file: query({
    summary: 'An item, a catalog of it (catalogId) or a page (pageId) as a file of this format, sent as it is written.',
    audience: 'user',
    input: ExportInput,
    output: streamedFile(),
    restOnly: true,
    run: exportedFile,
  }),

  diagrams: query({
    summary: 'The diagrams in the pages of such a file as they are typed, to be drawn for an export.',
    audience: 'user',
    input: PartInput,
    output: z.object({ sources: z.array(z.string()) }),
    isHeavy: always,
    example: { itemId: 1 },
    run: async (ctx, wishes) => ({ sources: [...(await diagramsOf(ctx, wishes))] }),
  }),

  articles: query({
    summary:
      'Pages of an item as HTML, in the order they are asked for, as far as the caller may take them elsewhere; asked ' +
      'says how many of the pageIds this answers.',
    audience: 'user',
    input: z.object({ itemId: id(), pageIds: z.array(id()).min(1).max(MOST_ARTICLES) }),
    output: z.object({
      articles: z.array(
        z.object({
          pageId: id(),
          pageTitle: z.string(),
          authorUsername: z.string(),
          savedAt: addedTime(),
          html: z.string(),
        }),
      ),
      asked: z.number(),
    }),
    isHeavy: always,
    example: { itemId: 1, pageIds: [1] },
    run: articlesOf,
  }),

  start: command({
    summary:
      'Starts a task that writes the same file; it can be fetched with the result of the task for a day. Drawings are ' +
      'pictures of diagrams, PNG in Base64 by what is typed for them.',
    audience: 'user',
    input: ExportInput.extend({ drawings: drawingsField() }),
    output: z.object({ taskId: id() }),
    example,
    async run(ctx, { drawings, ...input }) {
      // Checked again when the task runs; missing rights and wrong ids are reported immediately.
      await openPart(ctx, input)
      const { format } = wantedFormat(ctx, input)
      const wanted = format.takesDrawings === true ? drawings : []
      const drawingsKey = await keptDrawings(ctx, requireLogin(ctx), wanted)
      const { siteUrl } = ctx.session
      return { taskId: await startTask(ctx, EXPORT_TASK, { ...input, siteUrl, drawingsKey }) }
    },
  }),
}
