import { filesIn } from '../access/facts.ts'
import type { HandlerContext } from '../context.ts'
import { wholeServices } from '../open-services.ts'
import { productStore } from '../open-store.ts'
import { triedStorage } from '../site/storage-trial.ts'
import { addressesOf } from './storages.ts'

/**
 * Deletes the older addresses of a storage once a newer one can put, read and delete: a mistyped one must not cost a
 * working secret.
 */
export async function forgetProvedSecrets(ctx: HandlerContext): Promise<void> {
  const { attachments } = productStore(ctx.store)
  const former = await filesIn(ctx.store).formerStorages()
  for (const name of new Set(former.map((each) => each.name))) {
    const [newest, ...older] = await addressesOf(ctx, name)
    if (!newest || older.length === 0 || !wholeServices(ctx.services).files.maySweep(newest.storage)) continue
    const steps = await triedStorage(newest.storage, wholeServices(ctx.services))
    if (steps.every(({ problem }) => problem === null))
      await attachments.forgetStorages(older.map(({ formerId }) => formerId).filter((id) => id !== null))
  }
}
