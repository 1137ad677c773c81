import { filesIn } from '../access/facts.ts'
import type { HandlerContext } from '../context.ts'
import { wholeServices } from '../open-services.ts'
import { productStore } from '../open-store.ts'
import { triedStorage } from '../site/storage-trial.ts'
import { addressOfFormer, formerStorage, isNameless } from './former-storage.ts'
import { addressesOf, opened } from './storages.ts'

/** Notes the names of storages that could not be opened when another one took their place. */
export async function nameFormerStorages(ctx: HandlerContext): Promise<void> {
  const { attachments } = productStore(ctx.store)
  const { seals } = ctx.services
  for (const former of await filesIn(ctx.store).formerStorages()) {
    const name = isNameless(former) ? (opened(ctx, former)?.name ?? null) : null
    if (name === null || isNameless({ ...former, name })) continue
    const { leftAt } = former
    await attachments.keepStorage(formerStorage(name, addressOfFormer(former, seals), { seals, leftAt }))
    await attachments.forgetStorages([former.id])
  }
}

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
