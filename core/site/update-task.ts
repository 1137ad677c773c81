import { z } from 'zod'
import type { TextForReaders } from '../language.ts'
import { wholeServices } from '../open-services.ts'
import { command } from '../operation.ts'
import type { DownloadStep } from '../ports/updates.ts'
import { nothing } from '../schema.ts'
import { taskKind, type NamedTaskKind } from '../task/kind.ts'

export const UPDATE_TASK = 'site.update'
const MEGABYTE = 1_000_000

const STEPS: Readonly<Record<DownloadStep['step'], TextForReaders>> = {
  fetching: { en: 'Downloading (MB)', 'zh-cn': '下载（MB）' },
  trying: { en: 'Unpacking and trying it', 'zh-cn': '解压并试运行' },
}

const kind = taskKind({
  input: z.object({}),
  limitMs: 2 * 3_600_000,
  // Remains of an aborted download are deleted by the next one.
  isResumable: true,
  async run(ctx, _, { signal, progress }) {
    await wholeServices(ctx.services).updates.download({
      signal,
      progress: ({ step, done, of }) =>
        progress({ done: Math.floor(done / MEGABYTE), of: Math.ceil(of / MEGABYTE), what: STEPS[step] }),
    })
    await ctx.perform(downloaded, {})
    return {
      text: { en: 'The new version is here, and its signature is right.', 'zh-cn': '新版本已下载，签名校验通过。' },
    }
  },
})

/** Downloads and verifies the newest version; it is not started yet. */
export const updateTask: NamedTaskKind = {
  ...kind,
  name: UPDATE_TASK,
  titles: { en: 'Download of the new version', 'zh-cn': '下载新版本' },
  isForAdministrators: true,
}

const downloaded = {
  ...command({
    summary: 'Notes that a newer version was downloaded.',
    audience: 'admin',
    needsNoRoom: true,
    input: nothing(),
    output: nothing(),
    async run(ctx) {
      ctx.audit({ action: 'update.downloaded' })
      return {}
    },
  }),
  name: 'update.downloaded',
}
