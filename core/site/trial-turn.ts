import { requireLogin } from '../access/doors.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { wholeServices } from '../open-services.ts'

/** Enough for troubleshooting, too few to scan a network (threats S1). */
const TRIES = { windowMs: 60_000, free: 10, restMs: 60_000, longestRestMs: 60_000 } as const

/**
 * Limits how often an administrator can test settings that connect to a host.
 * @param kind what is tested; each kind is counted separately
 * @throws DomainError tooManyRequests
 */
export async function requireTrialTurn(ctx: CommandContext, kind: string): Promise<void> {
  const turn = await wholeServices(ctx.services).attempts.take(`${kind}-tries:${requireLogin(ctx)}`, TRIES)
  if (!turn.isGiven) throw new DomainError('tooManyRequests')
}
