import { sessionIn } from '../access/facts.ts'
import { findItemToEnter } from '../access/doors.ts'
import { requireCaptcha, requireGiven } from '../account/guard.ts'
import type { CommandContext, OpenServices, Services } from '../context.ts'
import { DomainError } from '../errors.ts'
import { wholeServices } from '../open-services.ts'
import { productStore } from '../open-store.ts'
import { wholeSeals, type ProductPurpose } from '../own-seals.ts'
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

/** What a visitor enters to see a private item. */
export interface VisitPasswordEntry {
  /** The id or personal domain; 0 or '' when only a page of the item is known. */
  readonly itemId: number | string
  readonly pageId: number
  readonly password: string
  readonly captcha: string
}

/** The sealed form of a visit password; null for an empty one, which opens the item to everybody. */
export function sealedPassword(
  { seals }: Pick<Services, 'seals'>,
  itemId: number,
  password: string,
): VisitPassword | null {
  return password === '' ? null : sealedFor(seals, itemId, password)
}

/** An unknown random visit password, for an item that no password opens. */
export function unknownPassword(
  { seals, keys }: { readonly seals: Seals; readonly keys: Pick<Keys, 'random'> },
  itemId: number,
): VisitPassword {
  return sealedFor(seals, itemId, keys.random(UNKNOWN_BYTES))
}

function sealedFor(seals: Seals, itemId: number, password: string): VisitPassword {
  const purpose = purposeOf(itemId)
  return { sealed: wholeSeals(seals).seal(password, purpose), digest: wholeSeals(seals).digest(password, purpose) }
}

/** The same password sealed with another site key. @throws Error when it cannot be unsealed */
export const resealedPassword = (itemId: number, sealed: string, { before, after }: KeyChange): VisitPassword | null =>
  sealedPassword({ seals: after }, itemId, before.open(sealed, purposeOf(itemId)))

/** The visit password as shown to managers; '' for an item without one. */
export const plainPassword = (
  { seals }: Pick<Services, 'seals'>,
  { id, visitPassword, isMembersOnly }: Pick<Item, 'id' | 'visitPassword' | 'isMembersOnly'>,
): string =>
  visitPassword === null || isMembersOnly ? '' : wholeSeals(seals).open(visitPassword.sealed, purposeOf(id))

/**
 * Lets the caller into the item if the visit password is right (D09, D46). A missing item is refused and counted like a
 * wrong password. Wrong passwords are counted outside the transaction that the refusal rolls back: by item, after which
 * a verification code is required; by item and caller, with growing waiting times against endless guessing; and by
 * caller alone, against trying many items. People may share an address, so logged-in callers are counted by account,
 * and other callers behind a blocked address can continue with a verification code.
 * @throws DomainError captchaRequired | tooManyFailures | wrongVisitPassword | wrongVisitPasswordCaptchaDue
 */
export async function enterVisitPassword(ctx: CommandContext, entry: VisitPasswordEntry): Promise<Item> {
  const item = await findItemToEnter(ctx, entry.itemId, entry.pageId)
  const judged = await judgedTry(ctx, item ? `visit:${item.id}` : keyOfMissing(entry), entry.captcha)
  if (!item || !isRight(ctx.services, item, entry.password)) throw refusalAfter(judged)
  await judged.giveBack()
  if (item.visitPassword !== null) await rememberPass(ctx, item)
  return item
}

/** Normalised like the addresses of existing items; a numeric one is counted under the id it would have. */
function keyOfMissing({ itemId, pageId }: VisitPasswordEntry): string {
  if (Number(itemId) === 0) return `visit:page:${pageId}`
  return /^\d+$/.test(`${itemId}`) ? `visit:${BigInt(itemId)}` : `visit:domain:${`${itemId}`.toLowerCase()}`
}

/** An attempt that is counted unless it is released. */
interface JudgedTry {
  /** Whether the next attempt needs a code if this one fails too. */
  readonly isCodeDue: boolean
  giveBack(): Promise<void>
}

/** Attempts that are not evaluated are not counted. @throws DomainError captchaRequired | tooManyFailures */
async function judgedTry(ctx: CommandContext, key: string, captcha: string): Promise<JudgedTry> {
  const { attempts } = wholeServices(ctx.services)
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
    // A code can be checked only once, so all other refusals come first, except limits that count attempts with codes.
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
 * The key under which a caller's wrong attempts are counted. When codes are disabled it is always the address, because
 * accounts can be created freely there.
 */
function callerOf({ actor, services, session }: CommandContext): {
  readonly key: string
  readonly mayUseCode: boolean
} {
  const { areOn } = wholeServices(services).captchas
  return areOn && actor.kind === 'user'
    ? { key: `user:${actor.id}`, mayUseCode: false }
    : { key: session.address, mayUseCode: areOn }
}

function isRight({ seals, keys }: OpenServices, { id, visitPassword, isMembersOnly }: Item, password: string): boolean {
  if (isMembersOnly) return false
  return visitPassword === null || keys.equal(wholeSeals(seals).digest(password, purposeOf(id)), visitPassword.digest)
}

const refusalAfter = ({ isCodeDue }: JudgedTry): DomainError =>
  new DomainError(isCodeDue ? 'wrongVisitPasswordCaptchaDue' : 'wrongVisitPassword')

async function rememberPass(ctx: CommandContext, item: Item): Promise<void> {
  const { actor, store } = ctx
  if (actor.kind === 'user') await productStore(store).items.rememberPass(actor.id, item.id, item.visitGeneration)
  else sessionIn(ctx).rememberPass(item.id, item.visitGeneration)
}

const UNKNOWN_BYTES = 32
const purposeOf = (itemId: number): ProductPurpose => `item:${itemId}`
