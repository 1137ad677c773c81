import { messageOf } from '#core/message-of.ts'
import type { PluginReason } from '#core/ports/plugins.ts'
import { reasonInEnglish } from '#core/site/plugin-reasons.ts'
import { TooLate } from '#core/within-time.ts'

/** A plugin does not start, for a reason that screens can say in the reader's language. */
export class NotStarted extends Error {
  readonly reason: PluginReason

  constructor(reason: PluginReason) {
    super(reasonInEnglish(reason))
    this.reason = reason
  }
}

/** Why a plugin does not start, from what was thrown. */
export function startReason(error: unknown): PluginReason {
  if (error instanceof NotStarted) return error.reason
  const problem = messageOf(error)
  return error instanceof TooLate ? { kind: 'startHangs', problem } : { kind: 'doesNotStart', problem }
}
