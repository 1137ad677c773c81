import { z } from 'zod'
import { optionsField } from '../export/format-options.ts'
import { id, idOrNone, line, text } from '../schema.ts'
import { taskKind, type NamedTaskKind, type TaskContext } from '../task/kind.ts'
import { uploadOf } from './import-file.ts'
import type { ImportSource, ImportTools } from './import-formats.ts'
import { importLimits } from './import-limits.ts'
import { readImport } from './read-import.ts'
import { writeImport, type ReadyImport } from './write-import.ts'

export const IMPORT_TASK = 'item.import'
const SEALED_LENGTH = 5_000

/** What is said of a file that waits, beside the file. */
export const ImportWishes = {
  /** '' for the format that recognises the file. */
  format: line(40).default(''),
  /** 0 for a new item. */
  itemId: idOrNone().default(0),
  options: optionsField(),
}
export const StartedImport = z.object({ uploadKey: text(SEALED_LENGTH).min(1), ...ImportWishes })
const TaskInput = z.object({ importId: z.uuid(), ...StartedImport.shape })

const Done = z.object({ itemId: id(), made: z.number(), changed: z.number(), kept: z.number() })

/** Reads the file, and writes all of it or nothing, with the rights that the caller has then. */
export async function doImport(
  ctx: TaskContext,
  file: ImportSource,
  { importId, ...wishes }: Omit<z.output<typeof TaskInput>, 'uploadKey'>,
  tools: Partial<Pick<ImportTools, 'signal' | 'progress'>> = {},
): Promise<z.output<typeof Done>> {
  const limitMs = importLimits.madeMs
  const { format, plan } = await readImport(ctx, file, { ...wishes, limitMs, keepsFiles: true }, tools)
  const ready: ReadyImport = { importId, format: format.id, itemId: wishes.itemId, plan, signal: tools.signal ?? null }
  return Done.parse(await ctx.perform(writeImport, ready))
}

const kind = taskKind({
  input: TaskInput,
  limitMs: importLimits.madeMs + 60_000,
  async run(ctx, { uploadKey, ...wishes }, { signal, progress }) {
    const { itemId, made, changed, kept } = await doImport(ctx, await uploadOf(ctx, uploadKey), wishes, {
      signal,
      progress,
    })
    const words =
      ctx.session.language === 'en'
        ? `New pages: ${made}. Updated: ${changed}. Left as people wrote them: ${kept}.`
        : `新建页面 ${made} 个，更新 ${changed} 个，保留他人修改的 ${kept} 个。`
    return { text: words, path: `/${itemId}`, stands: true }
  },
})

export const importTask: NamedTaskKind = { ...kind, name: IMPORT_TASK, titles: { en: 'Import', 'zh-cn': '导入' } }
