import type { ReasonCode, ReasonValues } from './reasons.ts'

/** A problem the operator should know before the import, with what to do. */
export interface LookProblem {
  readonly code: ReasonCode
  readonly values: ReasonValues
}
