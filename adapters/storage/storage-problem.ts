import type { StorageProblem } from '#core/ports/files.ts'
import { TooLate } from '#core/within-time.ts'

/** Words of providers, which have taken many of them over from S3, and of the network. */
const PROBLEMS: ReadonlyMap<string, StorageProblem> = new Map([
  ['ENOTFOUND', 'unknownHost'],
  ['EAI_AGAIN', 'unknownHost'],
  ['ECONNREFUSED', 'refused'],
  ['EHOSTUNREACH', 'refused'],
  ['ENETUNREACH', 'refused'],
  ['ETIMEDOUT', 'noAnswer'],
  ['TimeoutError', 'noAnswer'],
  ['AbortError', 'noAnswer'],
  ['CERT_HAS_EXPIRED', 'untrusted'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'untrusted'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'untrusted'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'untrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'untrusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'untrusted'],
  ['BadToken', 'wrongKey'],
  ['InvalidAccessKeyId', 'wrongKey'],
  ['SignatureDoesNotMatch', 'wrongKey'],
  ['AccessDenied', 'notAllowed'],
  ['NoSuchBucket', 'noBucket'],
  ['RequestTimeTooSkewed', 'wrongClock'],
])

/** Looks through a failure and what caused it. */
export function problemOf(failure: unknown): StorageProblem {
  for (let each = failure; each instanceof Error; each = each.cause) {
    if (each instanceof TooLate) return 'noAnswer'
    const found = PROBLEMS.get(codeOf(each)) ?? PROBLEMS.get(each.name)
    if (found) return found
    // Node tries each address of a name and gives all failures together.
    if (each instanceof AggregateError) return problemOf(each.errors[0])
  }
  return 'rejected'
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')
