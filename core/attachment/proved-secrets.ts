import type { HandlerContext } from '../context.ts'
import { triedStorage } from '../site/storage-trial.ts'
import { addressesOf } from './storages.ts'

/** Forgets the older addresses of a storage once a newer one puts, reads and deletes: one that was mistyped costs no secret. */
export async function forgetProvedSecrets(ctx: HandlerContext): Promise<void> {
  const { attachments } = ctx.store
  const former = await attachments.formerStorages()
  for (const name of new Set(former.map((each) => each.name))) {
    const [newest, ...older] = await addressesOf(ctx, name)
    if (!newest || older.length === 0 || !ctx.services.files.maySweep(newest.storage)) continue
    const steps = await triedStorage(newest.storage, ctx.services)
    if (steps.every(({ problem }) => problem === null))
      await attachments.forgetStorages(older.map(({ formerId }) => formerId).filter((id) => id !== null))
  }
}
