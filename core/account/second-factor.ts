import { documentsIn, loginsIn, sessionIn, usersIn } from '../access/facts.ts'
import type { CommandContext, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { limits } from '../limits.ts'
import { wholeServices } from '../open-services.ts'
import { wholeSeals, type ProductPurpose } from '../own-seals.ts'
import type { KeyChange } from '../ports/login.ts'
import type { Collection, Document } from '../ports/documents.ts'
import { secondFactorRests } from './attempt-limits.ts'
import { deviceOf } from './devices.ts'
import { requireGiven } from './guard.ts'
import type { User } from './user.ts'

/** Data for verifying the codes of an account. */
interface SecondFactor {
  /** Secret of the authenticator app, sealed. */
  readonly sealedSecret: string
  /** The period of the last code used: codes up to it are no longer valid. */
  readonly lastStep: number
  /** Digests of the unused ones. */
  readonly recoveryDigests: readonly string[]
}
/** A secret that was shown, but not yet confirmed by a code of the app. */
interface PendingSecret {
  readonly sealedSecret: string
}

const FACTORS = 'account.second-factor'
const PENDING = 'account.pending-second-factor'
/** From showing the secret to entering the first code. */
const PENDING_MS = 30 * 60_000

const RECOVERY_CODES = 10
/** 80 bits in base32: cannot be guessed from its digest. */
const RECOVERY_LENGTH = 16

const proven: unique symbol = Symbol('proven')
/** Proof that the caller of a new session has shown the second factor of this account. Created only in this file. */
export interface SecondFactorProof {
  readonly userId: number
  readonly [proven]: true
}
const proofFor = (userId: number): SecondFactorProof => ({ userId, [proven]: true })

/**
 * The second factor was shown when the current session began, because all others end when it is enabled. The account is
 * locked, so that the session cannot end concurrently.
 * @param tokenDigest the digest of the session's token
 */
export async function provenBySession(
  { store, services }: CommandContext,
  userId: number,
  tokenDigest: string | null,
): Promise<SecondFactorProof | null> {
  await usersIn(store).hold(userId)
  if (tokenDigest === null) return null
  const now = services.clock.now()
  const found = await loginsIn(store).userOf(tokenDigest, now, new Date(now.getTime() - limits.sessionIdleMs))
  return found?.user.id === userId ? proofFor(userId) : null
}

/**
 * Uses up a code of the account's app, or one of its recovery codes. Call it in the transaction of the action: if that
 * fails, the code stays valid. The account is locked, so that a code submitted twice at once is accepted once.
 * @param code as typed; '' for none
 * @returns null when no code was given, or the account has no second factor
 * @throws DomainError wrongSecondFactor, also for a used code; tooManyFailures
 */
export async function provenByCode(
  ctx: CommandContext,
  userId: number,
  code: string,
): Promise<SecondFactorProof | null> {
  if (code === '') return null
  const user = await usersIn(ctx.store).hold(userId)
  if (!user?.hasSecondFactor) return null
  const device = deviceOf(ctx, userId)
  const key = device === null ? `second-factor:user:${userId}` : `second-factor:device:${device}`
  // Counted separately, and not reset by a right password, which is exactly what a thief has.
  const { attempts } = wholeServices(ctx.services)
  const turn = await attempts.take(key, secondFactorRests)
  requireGiven(turn)
  const factor = await factorsIn(ctx).byKey(String(userId))
  const used = factor && afterUse(ctx, userId, factor.data, code)
  if (!used) {
    ctx.audit({ action: 'account.login', object: account(userId), actorId: userId, result: 'wrongSecondFactor' })
    throw new DomainError('wrongSecondFactor')
  }
  await factorsIn(ctx).update(factor.id, used)
  await attempts.clear(key)
  return proofFor(userId)
}

/** The second factor after using this code; null when the code does not match. */
function afterUse(
  { services }: Pick<Context, 'services'>,
  userId: number,
  { sealedSecret, lastStep, recoveryDigests }: SecondFactor,
  typed: string,
): Partial<SecondFactor> | null {
  const { clock, keys, oneTimeCodes, seals } = wholeServices(services)
  const code = typedCode(typed)
  const step = oneTimeCodes.stepOf(wholeSeals(seals).open(sealedSecret, purposeOf(userId)), code, clock.now())
  if (step !== null) return step > lastStep ? { lastStep: step } : null
  if (code.length !== RECOVERY_LENGTH) return null
  // Base32 does not contain the digits that look like its letters.
  const digest = keys.digest(code.replaceAll('0', 'O').replaceAll('1', 'I'))
  if (!recoveryDigests.includes(digest)) return null
  return { recoveryDigests: recoveryDigests.filter((other) => other !== digest) }
}

/** Stores a new secret until a code confirms that the app has it. */
export async function beginSecondFactor({ store, services }: CommandContext, { id: userId }: User): Promise<string> {
  const secret = wholeServices(services).oneTimeCodes.newSecret()
  const data = { sealedSecret: wholeSeals(services.seals).seal(secret, purposeOf(userId)) }
  await pendingIn({ store }).put({ key: String(userId), userId, at: services.clock.now(), data })
  return secret
}

/**
 * Enables the second factor: from now on each login asks for a code. Other sessions of the account end, because no code
 * was shown there.
 * @returns its recovery codes, which are stored only as digests
 * @throws DomainError secondFactorOn; wrongSecondFactor; linkNotGood when nothing was started, or too long ago
 */
export async function switchSecondFactorOn(
  ctx: CommandContext,
  userId: number,
  code: string,
): Promise<readonly string[]> {
  const { clock, oneTimeCodes, seals } = wholeServices(ctx.services)
  const user = await usersIn(ctx.store).hold(userId)
  if (!user) throw new DomainError('loginRequired')
  if (user.hasSecondFactor) throw new DomainError('secondFactorOn')
  const pending = await pendingIn(ctx).byKey(String(userId))
  if (!pending || clock.now().getTime() - pending.at.getTime() > PENDING_MS) throw new DomainError('linkNotGood')
  const { sealedSecret } = pending.data
  const lastStep = oneTimeCodes.stepOf(
    wholeSeals(seals).open(sealedSecret, purposeOf(userId)),
    typedCode(code),
    clock.now(),
  )
  if (lastStep === null) throw new DomainError('wrongSecondFactor')
  const recoveryCodes = newRecoveryCodes(ctx)
  const data = { sealedSecret, lastStep, recoveryDigests: digestsOf(ctx, recoveryCodes) }
  await factorsIn(ctx).put({ key: String(userId), userId, at: clock.now(), data })
  await pendingIn(ctx).delete(pending.id)
  await usersIn(ctx.store).update(userId, { hasSecondFactor: true })
  await loginsIn(ctx.store).closeAll(userId, sessionIn(ctx).tokenDigest)
  ctx.audit({ action: 'account.secondFactorOn', object: account(userId) })
  return recoveryCodes
}

/** Removes the second factor of an account; the caller has to check who may do that. Requires a lock on the account. */
export async function endSecondFactor({ store }: CommandContext, userId: number): Promise<void> {
  await usersIn(store).update(userId, { hasSecondFactor: false })
  await factorsIn({ store }).deleteKeys([String(userId)])
  await pendingIn({ store }).deleteKeys([String(userId)])
}

/** Replaces the existing ones. Call it with the account locked. */
export async function renewRecoveryCodes(ctx: CommandContext, userId: number): Promise<readonly string[]> {
  const factor = await factorsIn(ctx).byKey(String(userId))
  if (!factor) throw new DomainError('noSecondFactor')
  const recoveryCodes = newRecoveryCodes(ctx)
  await factorsIn(ctx).update(factor.id, { recoveryDigests: digestsOf(ctx, recoveryCodes) })
  ctx.audit({ action: 'account.recoveryCodesRenewed', object: account(userId) })
  return recoveryCodes
}

/** When it was enabled, and how many recovery codes are left; null when there is none. */
export async function secondFactorOf(
  { store }: Pick<Context, 'store'>,
  userId: number,
): Promise<{ readonly since: Date; readonly recoveryCodesLeft: number } | null> {
  const factor = await factorsIn({ store }).byKey(String(userId))
  return factor && { since: factor.at, recoveryCodesLeft: factor.data.recoveryDigests.length }
}

/** Reseals secrets for another site key. */
export const resealedSecondFactors = [FACTORS, PENDING].map((collection) => ({
  collection,
  resealed: (document: Document<object>, { before, after }: KeyChange): object => {
    const purpose = purposeOf(Number(document.key))
    const { sealedSecret } = document.data as PendingSecret
    return { sealedSecret: after.seal(before.open(sealedSecret, purpose), purpose) }
  },
}))

const factorsIn = ({ store }: Pick<Context, 'store'>): Collection<SecondFactor> =>
  documentsIn(store).collection(FACTORS)
const pendingIn = ({ store }: Pick<Context, 'store'>): Collection<PendingSecret> =>
  documentsIn(store).collection(PENDING)

/** Normalised for comparison, however it was typed. */
const typedCode = (typed: string): string => typed.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase()

const purposeOf = (userId: number): ProductPurpose => `second-factor:${userId}`
const account = (userId: number) => ({ kind: 'account', id: userId }) as const

const digestsOf = ({ services: { keys } }: Pick<Context, 'services'>, codes: readonly string[]): readonly string[] =>
  codes.map((code) => keys.digest(code.replaceAll('-', '')))

/** As `ABCD-EFGH-IJKL-MNOP`. */
function newRecoveryCodes({ services }: Pick<Context, 'services'>): readonly string[] {
  const { oneTimeCodes } = wholeServices(services)
  return Array.from({ length: RECOVERY_CODES }, () =>
    (oneTimeCodes.newSecret().slice(0, RECOVERY_LENGTH).match(/.{4}/g) ?? []).join('-'),
  )
}
