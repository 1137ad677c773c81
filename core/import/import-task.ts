import { z } from 'zod'
import { optionsField } from '../export/format-options.ts'
import { idOrNone, line, text } from '../schema.ts'
import { taskKind, type NamedTaskKind, type TaskContext, type TaskResult } from '../task/kind.ts'
import { uploadOf } from './import-file.ts'
import type { ImportSource, ImportTools } from './import-formats.ts'
import { importLimits } from './import-limits.ts'
import type { ImportPlan } from './import-plan.ts'
import { readImport } from './read-import.ts'
import { writeImport, type ReadyImport, type WrittenImport } from './write-import.ts'

export const IMPORT_TASK = 'item.import'
const SEALED_LENGTH = 5_000

/** Choices for an uploaded file. */
export const ImportWishes = {
  /** '' for automatic detection. */
  format: line(40).default(''),
  /** 0 for a new item. */
  itemId: idOrNone().default(0),
  options: optionsField(),
}
export const StartedImport = z.object({ uploadKey: text(SEALED_LENGTH).min(1), ...ImportWishes })
const TaskInput = z.object({ importId: z.uuid(), ...StartedImport.shape })

/** What an import needs from its context. */
interface ImportDoing extends Partial<Pick<ImportTools, 'signal' | 'progress'>> {
  readonly conclude?: ReadyImport['conclude']
  /** How long the format may read. */
  readonly limitMs?: number
}

/** Reads the file, and writes all of it or nothing, with the caller's current rights. */
export async function doImport(
  ctx: TaskContext,
  file: ImportSource,
  { importId, ...wishes }: Omit<z.output<typeof TaskInput>, 'uploadKey'>,
  { conclude = async () => undefined, limitMs = importLimits.madeMs, ...tools }: ImportDoing = {},
): Promise<WrittenImport> {
  const { format, plan } = await readImport(ctx, file, { ...wishes, limitMs, keepsFiles: true }, tools)
  const signal = tools.signal ?? null
  const ready: ReadyImport = { importId, format: format.id, itemId: wishes.itemId, plan, signal, conclude }
  return (await ctx.perform(writeImport, ready)) as WrittenImport
}

const kind = taskKind({
  input: TaskInput,
  limitMs: importLimits.madeMs + 60_000,
  async run(ctx, { uploadKey, ...wishes }, { signal, progress, endWith }) {
    const conclude: ReadyImport['conclude'] = (within, written, plan) => endWith(within, resultOf(written, plan))
    await doImport(ctx, await uploadOf(ctx, uploadKey), wishes, { signal, progress, conclude })
  },
})

const resultOf = ({ itemId, made, changed, kept }: WrittenImport, { cutNames }: ImportPlan): TaskResult => ({
  text: {
    en: [`New pages: ${made}. Updated: ${changed}. Left as people wrote them: ${kept}.`, ...cutNames.notes('en')].join(
      ' ',
    ),
    'zh-cn': [`新建页面 ${made} 个，更新 ${changed} 个，保留已有修改的 ${kept} 个。`, ...cutNames.notes('zh-cn')].join(
      '',
    ),
  },
  path: `/${itemId}`,
})

export const importTask: NamedTaskKind = { ...kind, name: IMPORT_TASK, titles: { en: 'Import', 'zh-cn': '导入' } }
