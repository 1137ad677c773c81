import { z } from 'zod'
import type { Store } from '#core/ports/store.ts'
import { readSettings, settingsSection } from '#core/settings.ts'
import { UnusableData } from '../unusable-data.ts'

const findings = z
  .array(z.object({ table: z.string(), id: z.union([z.number(), z.string()]), reason: z.string() }))
  .default([])

/** Written with the accounts, so that a command that is started again knows what it finds. */
export const switchNote = settingsSection(
  'switch',
  z.object({
    /** A sum of what is carried; empty before. */
    source: z.string().default(''),
    /** Stands for the times that ShowDoc does not know. */
    begunAt: z.string().default(''),
    isDone: z.boolean().default(false),
    /** What stayed behind with the last step, which no other run finds out again. */
    left: findings,
    /** The same of what came along in another form. */
    changed: findings,
  }),
)

/** @throws UnusableData when a ShowDoc was begun to be carried here, and not all of it has come */
export async function assertNotSwitching(store: Pick<Store, 'settings'>): Promise<void> {
  const { source, isDone } = await readSettings(store, switchNote)
  if (source === '' || isDone) return
  throw new UnusableData([
    'a ShowDoc was begun to be carried into this Octavo, and not all of it has come.',
    'Run the same `npm run switch` again: it goes on.',
  ])
}
