import { requireLogin } from '../access/doors.ts'
import type { CommandContext } from '../context.ts'
import { DomainError } from '../errors.ts'

/** Enough for whoever looks for what is wrong, and too few to look through a network (threats S1). */
const TRIES = { windowMs: 60_000, free: 10, restMs: 60_000, longestRestMs: 60_000 } as const

/**
 * Has an administrator wait who tries settings too often that lead to a host.
 * @param kind what is tried, each counted by itself
 * @throws DomainError tooManyRequests
 */
export async function requireTrialTurn(ctx: CommandContext, kind: string): Promise<void> {
  const turn = await ctx.services.attempts.take(`${kind}-tries:${requireLogin(ctx)}`, TRIES)
  if (!turn.isGiven) throw new DomainError('tooManyRequests')
}
