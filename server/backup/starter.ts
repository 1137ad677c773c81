import { z } from 'zod'
import type { BackupStep } from '#core/ports/backups.ts'

/*
 * A server has its backups made by the command that people run as well, in a process of its own, which takes nothing of the
 * server's memory. What the command says to its starter goes over a channel that closes with either of them.
 */

/** What the command tells whoever started it. */
export const Told = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('progress'),
    progress: z.object({ step: z.enum(['tables', 'files', 'proof']), done: z.int(), of: z.int() }),
  }),
  z.object({ kind: z.literal('made'), name: z.string() }),
  /** In English, for operators. */
  z.object({ kind: z.literal('failed'), reason: z.string(), isUnderWay: z.boolean() }),
])
type Told = z.output<typeof Told>

/** The side of the command; without a starter nobody hears what is told. */
export const starter = {
  tellProgress(progress: BackupStep): void {
    if (process.connected) process.send?.({ kind: 'progress', progress } satisfies Told)
  },
  /** The last word; the process may end afterwards. */
  async tellEnd(told: Exclude<Told, { readonly kind: 'progress' }>): Promise<void> {
    if (!process.connected || !process.send) return
    await new Promise<void>((resolve) => process.send?.(told, undefined, undefined, () => resolve()))
    process.removeAllListeners('disconnect')
    process.disconnect()
  },
  /** Once the starter is gone nobody waits for the backup, and the next one would find its remains. */
  onGone(end: () => void): void {
    if (process.connected) process.once('disconnect', end)
  },
}
