import { findGate } from '../access/doors.ts'
import { requireCaptcha, requireGiven } from '../account/guard.ts'
import type { CommandContext, Services } from '../context.ts'
import { DomainError } from '../errors.ts'
import {
  attemptLimits,
  codedVisits,
  countedOnly,
  visitRests,
  visitRestsAnywhere,
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
  return password === '' ? null : sealedFor(seals, itemId, password)
}

/** A visit password that nobody is told, for an item that none opens. */
export function unknownPassword(
  { seals, keys }: { readonly seals: Seals; readonly keys: Pick<Keys, 'random'> },
  itemId: number,
): VisitPassword {
  return sealedFor(seals, itemId, keys.random(UNKNOWN_BYTES))
}

function sealedFor(seals: Seals, itemId: number, password: string): VisitPassword {
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
 * which a code is due; by item and caller, who then has to rest longer and longer, so that nobody guesses for ever; and by
 * caller alone, so that nobody tries one item after the other. Many people may share an address: who has logged in is
 * counted by the account, and others behind an address that was wrong too often go on with a code each.
 * @throws DomainError captchaRequired | tooManyFailures | wrongVisitPassword | wrongVisitPasswordCaptchaDue
 */
export async function enterGate(ctx: CommandContext, entry: GateEntry): Promise<Item> {
  const item = await findGate(ctx, entry.itemId, entry.pageId)
  const judged = await judgedTry(ctx, item ? `visit:${item.id}` : keyOfMissing(entry), entry.captcha)
  if (!item || !isRight(ctx.services, item, entry.password)) throw refusalAfter(judged)
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
  /** Whether the next one needs a code, should this one fail, too. */
  readonly isCodeDue: boolean
  giveBack(): Promise<void>
}

/** What is not judged leaves no counter behind. @throws DomainError captchaRequired | tooManyFailures */
async function judgedTry(ctx: CommandContext, key: string, captcha: string): Promise<JudgedTry> {
  const { attempts } = ctx.services
  const caller = callerOf(ctx)
  const given: Extract<Turn, { isGiven: true }>[] = []
  const take = async (of: string, allowance: Allowance): Promise<Turn> => {
    const turn = await attempts.take(of, allowance)
    if (turn.isGiven) given.push(turn)
    return turn
  }
  const giveBack = async (): Promise<void> => void (await Promise.all(given.map((turn) => turn.giveBack())))
  try {
    const anywhere = await take(`visit-address:${caller.key}`, visitRestsAnywhere)
    if (!caller.mayUseCode) requireGiven(anywhere)
    requireGiven(await take(`${key}:${caller.key}`, visitRests))
    const free = await take(key, withoutCaptcha.visit)
    if (anywhere.isGiven && free.isGiven)
      return { isCodeDue: free.count >= attemptLimits.visitFailuresBeforeCaptcha, giveBack }
    // A code can be checked once: what else would refuse comes before it, but for what only codes count towards.
    await requireCaptcha(ctx, captcha)
    if (!anywhere.isGiven) requireGiven(await take(`visit-coded:${caller.key}`, codedVisits))
    if (!free.isGiven) await take(key, countedOnly(withoutCaptcha.visit))
    return { isCodeDue: true, giveBack }
  } catch (error) {
    await giveBack()
    throw error
  }
}

/**
 * By whom wrong ones are counted. Without codes on this site it is always the address: accounts may be had for nothing
 * there.
 */
function callerOf({ actor, services, session }: CommandContext): {
  readonly key: string
  readonly mayUseCode: boolean
} {
  const { areOn } = services.captchas
  return areOn && actor.kind === 'user'
    ? { key: `user:${actor.id}`, mayUseCode: false }
    : { key: session.address, mayUseCode: areOn }
}

function isRight({ seals, keys }: Services, { id, visitPassword, isMembersOnly }: Item, password: string): boolean {
  if (isMembersOnly) return false
  return visitPassword === null || keys.equal(seals.digest(password, purposeOf(id)), visitPassword.digest)
}

const refusalAfter = ({ isCodeDue }: JudgedTry): DomainError =>
  new DomainError(isCodeDue ? 'wrongVisitPasswordCaptchaDue' : 'wrongVisitPassword')

async function rememberPass({ actor, session, store }: CommandContext, item: Item): Promise<void> {
  if (actor.kind === 'user') await store.items.rememberPass(actor.id, item.id, item.visitGeneration)
  else session.rememberPass(item.id, item.visitGeneration)
}

const UNKNOWN_BYTES = 32
const purposeOf = (itemId: number): string => `item:${itemId}`
