import { findGate } from '../access/doors.ts'
import { requireCaptcha } from '../account/guard.ts'
import type { CommandContext, Services } from '../context.ts'
import { DomainError } from '../errors.ts'
import { attemptLimits, countedOnly, visitRests, withoutCaptcha } from '../account/attempt-limits.ts'
import type { Turn } from '../ports/login.ts'
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
 * password. Wrong ones are counted, outside the transaction that the refusal undoes: by item, after which a code is due,
 * and by item and address, which then has to rest longer and longer, so that nobody guesses for ever.
 * @throws DomainError captchaRequired | tooManyFailures | wrongVisitPassword | wrongVisitPasswordCaptchaDue
 */
export async function enterGate(ctx: CommandContext, entry: GateEntry): Promise<Item> {
  const item = await findGate(ctx, entry.itemId, entry.pageId)
  const key = item ? `visit:${item.id}` : `visit:none:${entry.itemId}:${entry.pageId}`
  const { attempts } = ctx.services
  const free = await attempts.take(key, withoutCaptcha.visit)
  if (!free.isGiven) await requireCaptcha(ctx, entry.captcha)
  const counted = free.isGiven ? free : await attempts.take(key, countedOnly(withoutCaptcha.visit))
  const ofAddress = await attempts.take(`${key}:${ctx.session.address}`, visitRests)
  const giveBack = async () => {
    for (const turn of [counted, ofAddress]) if (turn.isGiven) await turn.giveBack()
  }
  if (!ofAddress.isGiven) {
    await giveBack()
    throw new DomainError('tooManyFailures', { minutes: Math.ceil(ofAddress.restMs / 60_000) })
  }
  if (!item || !isRight(ctx.services, item, entry.password)) throw refusalAfter(counted)
  await giveBack()
  if (item.visitPassword !== null) await rememberPass(ctx, item)
  return item
}

function isRight({ seals, keys }: Services, { id, visitPassword }: Item, password: string): boolean {
  return visitPassword === null || keys.equal(seals.digest(password, purposeOf(id)), visitPassword.digest)
}

function refusalAfter(turn: Turn): DomainError {
  const isCaptchaDue = turn.isGiven && turn.count >= attemptLimits.visitFailuresBeforeCaptcha
  return new DomainError(isCaptchaDue ? 'wrongVisitPasswordCaptchaDue' : 'wrongVisitPassword')
}

async function rememberPass({ actor, session, store }: CommandContext, item: Item): Promise<void> {
  if (actor.kind === 'user') await store.items.rememberPass(actor.id, item.id, item.visitGeneration)
  else session.rememberPass(item.id, item.visitGeneration)
}

const purposeOf = (itemId: number): string => `item:${itemId}`
