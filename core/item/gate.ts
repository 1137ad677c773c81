import { findGate } from '../access/doors.ts'
import { requireCaptcha } from '../account/guard.ts'
import type { CommandContext, Services } from '../context.ts'
import { DomainError } from '../errors.ts'
import {
  attemptLimits,
  countedOnly,
  visitRests,
  visitRestsOfAddress,
  withoutCaptcha,
} from '../account/attempt-limits.ts'
import type { Allowance, KeyChange, Seals, Turn } from '../ports/login.ts'
import type { Keys } from '../ports/surroundings.ts'
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
export function sealedPassword(
  { seals }: Pick<Services, 'seals'>,
  itemId: number,
  password: string,
): VisitPassword | null {
  if (password === '') return null
  const purpose = purposeOf(itemId)
  return { sealed: seals.seal(password, purpose), digest: seals.digest(password, purpose) }
}

/** A visit password that nobody is told, for an item that none opens. */
export function unknownPassword(
  { seals, keys }: { readonly seals: Seals; readonly keys: Pick<Keys, 'random'> },
  itemId: number,
): VisitPassword {
  const password = keys.random(UNKNOWN_BYTES)
  const purpose = purposeOf(itemId)
  return { sealed: seals.seal(password, purpose), digest: seals.digest(password, purpose) }
}

/** The same password for a site with another key. @throws Error when it cannot be opened */
export const resealedPassword = (itemId: number, sealed: string, { before, after }: KeyChange): VisitPassword | null =>
  sealedPassword({ seals: after }, itemId, before.open(sealed, purposeOf(itemId)))

/** The visit password as managers see it; empty for an item that has none. */
export const plainPassword = ({ seals }: Services, { id, visitPassword, isMembersOnly }: Item): string =>
  visitPassword === null || isMembersOnly ? '' : seals.open(visitPassword.sealed, purposeOf(id))

/**
 * Lets the caller into the item if the visit password is right (D09, D46). A missing item is refused like a wrong
 * password, and counted like one. Wrong ones are counted, outside the transaction that the refusal undoes: by item, after
 * which a code is due; by item and address, and by address alone, which then have to rest longer and longer, so that nobody
 * guesses for ever, nor one item after the other.
 * @throws DomainError captchaRequired | tooManyFailures | wrongVisitPassword | wrongVisitPasswordCaptchaDue
 */
export async function enterGate(ctx: CommandContext, entry: GateEntry): Promise<Item> {
  const item = await findGate(ctx, entry.itemId, entry.pageId)
  const judged = await judgedTry(ctx, item ? `visit:${item.id}` : keyOfMissing(entry), entry.captcha)
  if (!item || !isRight(ctx.services, item, entry.password)) throw refusalAfter(judged.failures)
  await judged.giveBack()
  if (item.visitPassword !== null) await rememberPass(ctx, item)
  return item
}

/** However it is written, as with items that exist; one that has a number is counted where it would be if it existed. */
function keyOfMissing({ itemId, pageId }: GateEntry): string {
  if (Number(itemId) === 0) return `visit:page:${pageId}`
  return /^\d+$/.test(`${itemId}`) ? `visit:${BigInt(itemId)}` : `visit:domain:${`${itemId}`.toLowerCase()}`
}

/** A password that is judged, and counts unless it is given back. */
interface JudgedTry {
  /** Of the item in the last minutes, should this one fail, too. */
  readonly failures: number
  giveBack(): Promise<void>
}

/** What is not judged leaves no counter behind. @throws DomainError captchaRequired | tooManyFailures */
async function judgedTry(ctx: CommandContext, key: string, captcha: string): Promise<JudgedTry> {
  const { attempts } = ctx.services
  const { address } = ctx.session
  const given: Extract<Turn, { isGiven: true }>[] = []
  const take = async (of: string, allowance: Allowance): Promise<Turn> => {
    const turn = await attempts.take(of, allowance)
    if (turn.isGiven) given.push(turn)
    return turn
  }
  const giveBack = async (): Promise<void> => void (await Promise.all(given.map((turn) => turn.giveBack())))
  try {
    requireGiven(await take(`visit-address:${address}`, visitRestsOfAddress))
    requireGiven(await take(`${key}:${address}`, visitRests))
    const free = await take(key, withoutCaptcha.visit)
    if (free.isGiven) return { failures: free.count, giveBack }
    await requireCaptcha(ctx, captcha)
    const counted = await take(key, countedOnly(withoutCaptcha.visit))
    return { failures: counted.isGiven ? counted.count : 0, giveBack }
  } catch (error) {
    await giveBack()
    throw error
  }
}

function requireGiven(turn: Turn): void {
  if (!turn.isGiven) throw new DomainError('tooManyFailures', { minutes: Math.ceil(turn.restMs / 60_000) })
}

function isRight({ seals, keys }: Services, { id, visitPassword, isMembersOnly }: Item, password: string): boolean {
  if (isMembersOnly) return false
  return visitPassword === null || keys.equal(seals.digest(password, purposeOf(id)), visitPassword.digest)
}

function refusalAfter(failures: number): DomainError {
  const isCaptchaDue = failures >= attemptLimits.visitFailuresBeforeCaptcha
  return new DomainError(isCaptchaDue ? 'wrongVisitPasswordCaptchaDue' : 'wrongVisitPassword')
}

async function rememberPass({ actor, session, store }: CommandContext, item: Item): Promise<void> {
  if (actor.kind === 'user') await store.items.rememberPass(actor.id, item.id, item.visitGeneration)
  else session.rememberPass(item.id, item.visitGeneration)
}

const UNKNOWN_BYTES = 32
const purposeOf = (itemId: number): string => `item:${itemId}`
