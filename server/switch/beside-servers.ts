import { z } from 'zod'
import { DomainError } from '#core/errors.ts'
import { readSettings, settingsSection, writeSettings } from '#core/settings.ts'
import type { ComposedApplication } from '../application.ts'

/** The run that may write: every new run ends the earlier ones. */
const switchRun = settingsSection('switch.run', z.object({ id: z.string().default('') }))

/**
 * The application for a move while servers use its database. Only the newest run can write, one transaction at a time,
 * so a run that was thought dead cannot interfere with its successor; an aborted run commits nothing more.
 * @param signal aborts the run
 */
export async function besideServers(
  application: ComposedApplication,
  signal: AbortSignal,
): Promise<ComposedApplication> {
  const id = application.product.services.keys.uuid()
  const { carry } = application.carrying
  // Waits for a transaction of another run, so that all of its writes are visible.
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
