import type { HandlerContext } from '../context.ts'
import { limits } from '../limits.ts'
import type { Store } from '../ports/store.ts'

export const SWEEP_JOB = 'attachments.sweep'
const AT_ONCE = 100

/** Has the blobs of deleted files removed after the commit. */
export const enqueueSweep = ({ jobs }: Pick<Store, 'jobs'>): Promise<void> =>
  jobs.enqueue(SWEEP_JOB, {}, { once: SWEEP_JOB })

/**
 * Removes blobs that no attachment refers to any more, or never came to refer to, and files left half received. What a
 * storage does not let go of is tried again with the next sweep.
 */
export async function sweepFiles({ store, services }: HandlerContext): Promise<void> {
  const now = services.clock.now()
  await services.incoming.sweep(new Date(now.getTime() - limits.strayBlobMs))
  for (;;) {
    const places = await store.attachments.strayBlobs(now, AT_ONCE)
    for (const place of places) {
      await services.files.named(place.storage)?.delete(place.key)
      await store.attachments.forgetBlob(place)
    }
    if (places.length < AT_ONCE) return
  }
}
