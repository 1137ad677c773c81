import { z } from 'zod'
import { MOVE_TASK } from '../attachment/move-files.ts'
import { nameForNewFiles, storageForNewFiles, storageNamed } from '../attachment/storages.ts'
import { productStore } from '../open-store.ts'
import { command, query } from '../operation.ts'
import { id, nothing } from '../schema.ts'
import { requireAsSeen, seenFields } from '../seen.ts'
import { startOnce } from '../task/start-once.ts'
import { storageSettings } from './storage-settings.ts'

/** The storages with files of the site. */
export const storageOperations = {
  storages: query({
    summary:
      'How many files and leftovers lie in each storage, which of them new files go to, and which the site can read.',
    audience: 'admin',
    input: nothing(),
    output: z.object({
      storages: z.array(
        z.object({
          storage: z.string(),
          files: z.number(),
          bytes: z.number(),
          /** Blobs without a file that have not been deleted yet: a storage counts as empty if only these are left. */
          strays: z.number(),
          isInUse: z.boolean(),
          isKnown: z.boolean(),
        }),
      ),
    }),
    async run(ctx) {
      const name = await nameForNewFiles(ctx)
      const filled = await productStore(ctx.store).attachments.inStorages()
      const all = filled.some(({ storage }) => storage === name)
        ? filled
        : [...filled, { storage: name, files: 0, bytes: 0, strays: 0 }]
      const known = await Promise.all(all.map(({ storage }) => storageNamed(ctx, storage)))
      return {
        storages: all.map((each, at) => ({ ...each, isInUse: each.storage === name, isKnown: known[at] !== null })),
      }
    },
  }),

  moveFiles: command({
    summary:
      'Starts a task that moves every file that lies elsewhere into the storage new files go to, or names the one that does so already.',
    audience: 'admin',
    needsNoRoom: true,
    input: z.object({ seen: seenFields() }),
    output: z.object({ taskId: id() }),
    async run(ctx, { seen }) {
      await ctx.store.settings.hold(storageSettings.id)
      const { name: storage } = await storageForNewFiles(ctx)
      requireAsSeen(seen, { storage }, {})
      // Two concurrent moves would copy every file twice.
      return startOnce(ctx, MOVE_TASK, { action: 'attachment.moveStarted', detail: storage })
    },
  }),
}
