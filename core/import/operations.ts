import { z } from 'zod'
import { openItem } from '../access/doors.ts'
import type { OpenedItem } from '../access/opened.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { optionsForm } from '../export/format-options.ts'
import { wholeServices } from '../open-services.ts'
import { always, command, query } from '../operation.ts'
import { ContentChangeView } from '../page/views.ts'
import { id, idOrNone, nothing, upload } from '../schema.ts'
import { SettingField } from '../site/settings-form.ts'
import { startTask } from '../task/start-task.ts'
import { keptUpload, sourceOf, uploadOf } from './import-file.ts'
import { importFormats } from './import-formats.ts'
import { importLimits } from './import-limits.ts'
import { previewOf } from './import-preview.ts'
import { changesOfPages } from './import-changes.ts'
import { comparedWith, PAGE_STATES } from './import-record.ts'
import { doImport, IMPORT_TASK, ImportWishes, StartedImport } from './import-task.ts'
import { readImport } from './read-import.ts'
import { importsToUndo, undoImport } from './undo-import.ts'

const fileField = () => upload({ shorterThan: importLimits.fileBytes })
const Counted = { pages: z.number(), changed: z.number(), same: z.number(), kept: z.number() }

export const importOperations = {
  formats: query({
    summary: 'The kinds of files that can be imported, with what can be chosen for each.',
    audience: 'user',
    input: nothing(),
    output: z.object({
      formats: z.array(z.object({ id: z.string(), title: z.string(), options: z.array(SettingField) })),
    }),
    example: {},
    run: async ({ services, session: { language } }) => ({
      formats: wholeServices(services)
        .extensions(importFormats)
        .map(({ id: format, title, options }) => ({
          id: format,
          title: title[language],
          options: optionsForm(services, options, language),
        })),
    }),
  }),

  auto: command({
    summary: 'Brings a file into a new item, or into the item of itemId, whatever format recognises it.',
    audience: 'user',
    restOnly: true,
    // The file is read and its pictures are stored before the single transaction that writes the rest.
    withoutTransaction: true,
    isHeavy: always,
    input: z.object({ file: fileField(), itemId: idOrNone().default(0) }),
    output: z.object({ itemId: id(), importId: z.string() }),
    async run(ctx, { file, itemId }) {
      await openTarget(ctx, itemId)
      const importId = ctx.services.keys.uuid()
      const wishes = { importId, itemId, format: '', options: {} }
      const { itemId: made } = await doImport(ctx, await sourceOf(file), wishes, { limitMs: importLimits.answeredMs })
      return { importId, itemId: made }
    },
  }),

  preview: command({
    summary: 'Keeps a file for a day, and tells what an import of it would make; nothing is made yet.',
    audience: 'user',
    restOnly: true,
    withoutTransaction: true,
    isHeavy: always,
    input: z.object({ file: fileField(), ...ImportWishes }),
    output: z.object({
      /** Starts the import of the file. */
      uploadKey: z.string(),
      format: z.string(),
      name: z.string(),
      catalogs: z.number(),
      files: z.number(),
      ...Counted,
      /** Catalogs before their content; at most 2,000. */
      tree: z.array(
        z.object({
          title: z.string(),
          level: z.number(),
          kind: z.enum(['catalog', 'page']),
          state: z.enum(PAGE_STATES),
          changes: z.array(ContentChangeView),
        }),
      ),
      warnings: z.array(z.string()),
    }),
    async run(ctx, { file, format, itemId, options }) {
      const item = await openTarget(ctx, itemId)
      const wishes = { format, options, limitMs: importLimits.shownMs, keepsFiles: false }
      const read = await readImport(ctx, await sourceOf(file), wishes)
      const { plan } = read
      const compared = await comparedWith(ctx, item, read.format.id, plan)
      const countOf = (wanted: string): number => compared.filter(({ state }) => state === wanted).length
      const catalogs = item ? await ctx.store.catalogs.ofItem(item.id) : []
      const tree = previewOf(plan, compared, catalogs, await changesOfPages(ctx, item, compared))
      return {
        uploadKey: await keptUpload(ctx, file),
        format: read.format.id,
        name: plan.name,
        catalogs: plan.catalogs.length,
        files: plan.files.length,
        pages: compared.length,
        changed: countOf('changed'),
        same: countOf('same'),
        kept: countOf('kept'),
        tree: tree.slice(0, importLimits.shown).map((row) => ({ ...row, changes: [...row.changes] })),
        warnings: [...plan.warnings],
      }
    },
  }),

  start: command({
    summary: 'Starts a task that imports a file that was looked through before, as a whole or not at all.',
    audience: 'user',
    input: StartedImport,
    output: z.object({ taskId: id(), importId: z.string() }),
    async run(ctx, wishes) {
      // Checked again when the task runs.
      await openTarget(ctx, wishes.itemId)
      await uploadOf(ctx, wishes.uploadKey)
      const importId = ctx.services.keys.uuid()
      return { importId, taskId: await startTask(ctx, IMPORT_TASK, { importId, ...wishes }) }
    },
  }),

  list: query({
    summary: 'The newest imports into an item that can still be undone, newest first.',
    audience: 'user',
    input: z.object({ itemId: id() }),
    output: z.object({
      imports: z.array(
        z.object({ importId: z.string(), format: z.string(), at: z.date(), made: z.number(), changed: z.number() }),
      ),
    }),
    example: { itemId: 1 },
    run: async (ctx, { itemId }) => ({ imports: [...(await importsToUndo(ctx, itemId))] }),
  }),

  undo: command({
    summary: 'Puts all that an import has made into the recycle bin; what people have written in since stays.',
    audience: 'user',
    needsNoRoom: true,
    input: z.object({ importId: z.uuid() }),
    output: z.object({ itemId: id(), recycled: z.number(), restored: z.number(), kept: z.number() }),
    example: { importId: '3f0e8a52-6f0a-4c39-9d53-2b1a7c2f9e10' },
    run: (ctx, { importId }) => undoImport(ctx, importId),
  }),
}

/** Null for an item that does not exist yet. @throws DomainError notAllowed */
async function openTarget(ctx: Context, itemId: number): Promise<OpenedItem | null> {
  if (itemId === 0) return null
  const { item } = await openItem(ctx, itemId, 'edit')
  if (item.type !== 'regular') throw new DomainError('notAllowed')
  return item
}
