import { z } from 'zod'
import type { BackupStep } from '#core/ports/backups.ts'

/*
 * A server makes backups with the same command as people, in a separate process that uses none of the server's memory.
 * They communicate over a channel that closes when either process ends.
 */

/** Messages from the command to its parent. */
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

/** The command's side; without a parent, messages are discarded. */
export const starter = {
  tellProgress(progress: BackupStep): void {
    if (process.connected) process.send?.({ kind: 'progress', progress } satisfies Told)
  },
  /** The last message; the process may exit afterwards. */
  async tellEnd(told: Exclude<Told, { readonly kind: 'progress' }>): Promise<void> {
    if (!process.connected || !process.send) return
    await new Promise<void>((resolve) => process.send?.(told, undefined, undefined, () => resolve()))
    process.removeAllListeners('disconnect')
    process.disconnect()
  },
  /** When the parent is gone, nobody is waiting for the backup, and it should clean up. */
  onGone(end: () => void): void {
    if (process.connected) process.once('disconnect', end)
  },
}
