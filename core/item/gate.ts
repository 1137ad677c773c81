import { findGate } from '../access/doors.ts'
import { requireCaptcha } from '../account/guard.ts'
import type { CommandContext, Services } from '../context.ts'
import { DomainError } from '../errors.ts'
import { attemptLimits } from '../account/attempt-limits.ts'
import type { Item, VisitPassword } from './item.ts'

/** What somebody types at the gate of a private item. */
export interface GateEntry {
  /** Its id or its personal domain; 0 or nothing when only a page of the item is known. */
  readonly itemId: number | string
  readonly pageId: number
  readonly password: string
  readonly captcha: string
}

/** The sealed form of a visit password; null for an empty one, which leaves the item open. */
export function sealedPassword({ seals }: Services, itemId: number, password: string): VisitPassword | null {
  if (password === '') return null
  const purpose = purposeOf(itemId)
  return { sealed: seals.seal(password, purpose), digest: seals.digest(password, purpose) }
}

/** The visit password as managers see it; empty for an open item. */
export const plainPassword = ({ seals }: Services, { id, visitPassword }: Item): string =>
  visitPassword === null ? '' : seals.open(visitPassword.sealed, purposeOf(id))

/**
 * Lets the caller into the item if the visit password is right (D09, D46). A missing item is refused like a wrong
 * password. Wrong ones are counted by item, outside the transaction that the refusal undoes.
 * @throws DomainError captchaRequired | wrongVisitPassword | wrongVisitPasswordCaptchaDue
 */
export async function enterGate(ctx: CommandContext, entry: GateEntry): Promise<Item> {
  const item = await findGate(ctx, entry.itemId, entry.pageId)
  const key = item ? `visit:${item.id}` : `visit:none:${entry.itemId}:${entry.pageId}`
  const failures = await ctx.services.attempts.count(key, attemptLimits.failureWindowMs)
  if (failures >= attemptLimits.visitFailuresBeforeCaptcha) await requireCaptcha(ctx, entry.captcha)
  if (!item || !isRight(ctx.services, item, entry.password)) throw await refusal(ctx.services, key)
  if (item.visitPassword !== null) await rememberPass(ctx, item)
  return item
}

function isRight({ seals, keys }: Services, { id, visitPassword }: Item, password: string): boolean {
  return visitPassword === null || keys.equal(seals.digest(password, purposeOf(id)), visitPassword.digest)
}

async function refusal({ attempts }: Services, key: string): Promise<DomainError> {
  const failures = await attempts.add(key, attemptLimits.failureWindowMs)
  const isCaptchaDue = failures >= attemptLimits.visitFailuresBeforeCaptcha
  return new DomainError(isCaptchaDue ? 'wrongVisitPasswordCaptchaDue' : 'wrongVisitPassword')
}

async function rememberPass({ actor, session, store }: CommandContext, item: Item): Promise<void> {
  if (actor.kind === 'user') await store.items.rememberPass(actor.id, item.id, item.visitGeneration)
  else session.rememberPass(item.id, item.visitGeneration)
}

const purposeOf = (itemId: number): string => `item:${itemId}`
