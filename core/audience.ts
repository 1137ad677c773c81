import { actorNow, type Actor } from './actor.ts'
import { recorderOf } from './audit/recorder.ts'
import type { Context, Services } from './context.ts'
import { DomainError } from './errors.ts'
import type { AnyOperation, Audience } from './operation.ts'
import type { Database } from './ports/store.ts'

/** @throws DomainError loginRequired | notAllowed | secondFactorDue */
export function assertAudience(audience: Audience, actor: Actor): void {
  if (audience === 'anyone') return
  if (actor.kind !== 'user') throw new DomainError('loginRequired')
  if (audience === 'admin' && !actor.isAdmin)
    throw new DomainError(actor.lacksSecondFactor ? 'secondFactorDue' : 'notAllowed')
}

/**
 * Refuses a caller whom the operation is not for before there is any input, e.g. before a file is received, and puts it
 * on record as `perform` does. @throws DomainError as `assertAudience`
 */
export async function requireAudience(
  { database, services }: { readonly database: Database; readonly services: Services },
  { name = '', audience }: AnyOperation,
  { actor: given, session }: Pick<Context, 'actor' | 'session'>,
): Promise<void> {
  const actor = actorNow(given)
  try {
    assertAudience(audience, actor)
  } catch (error) {
    await recorderOf({ actor, session, services, operation: name }).keepRefused(database, error, null)
    throw error
  }
}
