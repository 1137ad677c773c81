import { jobsIn } from '../access/facts.ts'
import type { HandlerContext } from '../context.ts'
import { wholeServices } from '../open-services.ts'
import { productStore } from '../open-store.ts'
import type { FileStorage } from '../ports/files.ts'
import type { Store } from '../ports/store.ts'
import { forgetProvedSecrets, nameFormerStorages } from './proved-secrets.ts'
import { allStorages } from './storages.ts'
import { uploadLimits } from './upload-limits.ts'

export const SWEEP_JOB = 'attachments.sweep'
const AT_ONCE = 100
/** Longer than any server takes to put a file where the settings say. */
const KNOWN_MS = 24 * 3_600_000

/** Deletes the blobs of deleted files after the commit. */
export const enqueueSweep = (store: Pick<Store, 'jobs'>): Promise<void> =>
  jobsIn(store).enqueue(SWEEP_JOB, {}, { once: SWEEP_JOB })

/**
 * Deletes blobs without an attachment, and partially received files. Blobs in a storage that fails, or is currently not
 * configured, are left for a later sweep without delaying the others. Former storages are dropped once they are empty,
 * and their older secrets once a newer one is verified.
 * @throws the error of a storage, after the others were swept
 */
export async function sweepFiles(ctx: HandlerContext): Promise<void> {
  const { clock, files, incoming } = wholeServices(ctx.services)
  const now = clock.now()
  await incoming.sweep(new Date(now.getTime() - uploadLimits.strayBlobMs))
  await nameFormerStorages(ctx)
  const storages = (await allStorages(ctx)).filter((storage) => files.maySweep(storage))
  const sweeps = await Promise.allSettled(storages.map((storage) => sweepStorage(ctx, storage, now)))
  await forgetProvedSecrets(ctx)
  await productStore(ctx.store).attachments.forgetEmptyStorages(new Date(now.getTime() - KNOWN_MS))
  const failed = sweeps.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

async function sweepStorage({ store }: HandlerContext, storage: FileStorage, now: Date) {
  const { attachments } = productStore(store)
  for (;;) {
    const keys = await attachments.strayBlobs(storage.name, now, AT_ONCE)
    for (const key of keys) {
      await storage.delete(key)
      await attachments.forgetBlob({ storage: storage.name, key })
    }
    if (keys.length < AT_ONCE) return
  }
}
