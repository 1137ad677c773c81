import type { StorageProblem } from '#core/ports/files.ts'

/** Error codes of providers, many of which are taken over from S3. */
const PROBLEMS: ReadonlyMap<string, StorageProblem> = new Map([
  ['BadToken', 'wrongKey'],
  ['InvalidAccessKeyId', 'wrongKey'],
  ['SignatureDoesNotMatch', 'wrongKey'],
  ['AccessDenied', 'notAllowed'],
  ['NoSuchBucket', 'noBucket'],
  ['RequestTimeTooSkewed', 'wrongClock'],
])

/** Searches a failure and its causes. */
export function problemOf(failure: unknown): StorageProblem {
  for (let each = failure; each instanceof Error; each = each.cause) {
    const found = PROBLEMS.get(codeOf(each)) ?? PROBLEMS.get(each.name)
    if (found) return found
  }
  return 'notReached'
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')
