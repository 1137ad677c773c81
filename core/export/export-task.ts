import { z } from 'zod'
import { requireLogin } from '../access/doors.ts'
import { catalogIdOrNone } from '../catalog/fields.ts'
import { id, idOrNone, line } from '../schema.ts'
import { taskKind, type NamedTaskKind } from '../task/kind.ts'
import { drawingsAt } from './drawings.ts'
import { exportedFile } from './exported-file.ts'
import { optionsField } from './format-options.ts'
import { openPart } from './open-part.ts'

export const EXPORT_TASK = 'item.export'
const HOUR_MS = 3_600_000

export const PartInput = z.object({
  itemId: id(),
  catalogId: catalogIdOrNone().default(0),
  pageId: idOrNone().default(0),
})
/** Parameters of an export. */
export const ExportInput = z.object({ format: line(40).min(1), ...PartInput.shape, options: optionsField() })

const kind = taskKind({
  // A task has no request with the address of the site.
  input: z.object({ ...ExportInput.shape, siteUrl: z.string().default(''), drawingsKey: z.string().default('') }),
  limitMs: HOUR_MS,
  requireResult: openPart,
  async run(ctx, { siteUrl, drawingsKey, ...wishes }, { signal, progress }) {
    const drawings = await drawingsAt(ctx, requireLogin(ctx), drawingsKey)
    return { file: await exportedFile(ctx, wishes, { signal, progress, siteUrl, drawings }), path: `/${wishes.itemId}` }
  },
})

/** Writes the file in the background; it can be downloaded for a day. */
export const exportTask: NamedTaskKind = { ...kind, name: EXPORT_TASK, titles: { en: 'Export', 'zh-cn': '导出' } }
