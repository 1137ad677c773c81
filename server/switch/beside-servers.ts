import { z } from 'zod'
import { DomainError } from '#core/errors.ts'
import { readSettings, settingsSection, writeSettings } from '#core/settings.ts'
import type { ComposedApplication } from '../application.ts'

/** The run that may write: every one that begins ends those before it. */
const switchRun = settingsSection('switch.run', z.object({ id: z.string().default('') }))

/**
 * The application for a move while servers use its database. Of all runs only the newest one writes, one transaction after
 * the other, so a run that was taken for dead cannot get in the way of the one that has taken over; one that is to end
 * keeps nothing that was not kept before.
 * @param signal fires when the run is to end
 */
export async function besideServers(
  application: ComposedApplication,
  signal: AbortSignal,
): Promise<ComposedApplication> {
  const id = application.product.services.keys.uuid()
  const { carry } = application.carrying
  // Waits for the transaction that another run is in, so that all it wrote is seen.
  await carry(async ({ store }) => {
    await store.settings.hold(switchRun.id)
    await writeSettings(store, switchRun, { id })
  })
  return {
    ...application,
    carrying: {
      isShared: async () => false,
      carry: (work) =>
        carry(async (rows) => {
          signal.throwIfAborted()
          await rows.store.settings.hold(switchRun.id)
          const newest = await readSettings(rows.store, switchRun)
          if (newest.id !== id) throw new DomainError('changedMeanwhile')
          const done = await work(rows)
          signal.throwIfAborted()
          return done
        }),
    },
  }
}
