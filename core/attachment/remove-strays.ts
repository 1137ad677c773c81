import { z } from 'zod'
import { filesOfSite } from '../access/file-doors.ts'
import { DomainError } from '../errors.ts'
import { productStore } from '../open-store.ts'
import { command } from '../operation.ts'
import { id, nothing } from '../schema.ts'
import { isAdministrator } from '../task/open-task.ts'
import { taskKind, type NamedTaskKind, type TaskContext } from '../task/kind.ts'
import { deleteAttachment } from './delete.ts'
import { keepExamination, lastExamination } from './examination.ts'
import { isInStorage } from './examine-files.ts'
import { enqueueSweep } from './sweep.ts'

export const REMOVE_STRAYS_TASK = 'files.removeStrays'

const kind = taskKind({
  input: z.object({}),
  limitMs: 24 * 3_600_000,
  async run(ctx, _, { signal, progress }) {
    const found = await lastExamination(ctx.store)
    if (!found) throw new DomainError('notFound')
    const of = found.blobs.length + found.files.length
    let [done, blobs, files] = [0, 0, 0]
    const step = () => {
      signal.throwIfAborted()
      if (!isAdministrator(ctx)) throw new DomainError('notAllowed')
      progress({ done: (done += 1), of })
    }
    for (const place of found.blobs) {
      step()
      if (await productStore(ctx.store).attachments.leaveToSweep(place)) blobs += 1
    }
    for (const file of found.files) {
      step()
      if (await removeMissing(ctx, file.id)) files += 1
    }
    await enqueueSweep(ctx.store)
    await keepExamination(ctx.store, { ...found, blobs: [], files: [] })
    return {
      text: {
        en: `Removed from the storage: ${blobs}. Removed from the list of files: ${files}.`,
        'zh-cn': `已从存储中清除 ${blobs} 个，已从文件列表中移除 ${files} 个。`,
      },
    }
  },
})

/** Deletes the strays found by the last check, after checking each again: much may have changed since. */
export const removeStraysTask: NamedTaskKind = {
  ...kind,
  name: REMOVE_STRAYS_TASK,
  titles: { en: 'Remove stray files', 'zh-cn': '清除孤立文件' },
}

/** In no table, so that callers cannot invoke it: the task has verified that the blob is gone. */
const removeMissingFile = {
  ...command({
    summary: 'Deletes a file whose blob is gone.',
    audience: 'admin',
    needsNoRoom: true,
    input: z.object({ fileId: id() }),
    output: nothing(),
    async run(ctx, { fileId }) {
      const [attachment] = await filesOfSite(ctx).above(fileId - 1, 1)
      if (attachment?.id === fileId) await deleteAttachment(ctx, attachment)
      return {}
    },
  }),
  name: 'attachment.removeMissing',
}

async function removeMissing(ctx: TaskContext, fileId: number): Promise<boolean> {
  const [file] = await filesOfSite(ctx).above(fileId - 1, 1)
  if (file?.id !== fileId || (await isInStorage(ctx, file)) !== false) return false
  await ctx.perform(removeMissingFile, { fileId })
  return true
}
