/** What is done one after the other to log somebody in. */
export const STEPS = ['connect', 'secure', 'bind', 'search', 'person', 'password'] as const
export type Step = (typeof STEPS)[number]

/** Why a step did not succeed. */
export const PROBLEMS = [
  'noHost',
  'unknownHost',
  'refused',
  'noAnswer',
  'broken',
  'noTls',
  'untrusted',
  'needsTls',
  'noPassword',
  'wrongPassword',
  'needsName',
  'noBase',
  'notAllowed',
  'rejected',
  'nobody',
  'several',
  'noLastingId',
  'illegalName',
  'disabled',
] as const
export type Problem = (typeof PROBLEMS)[number]

/** A step that did not succeed. Its message has nothing in it that was typed. */
export class DirectoryProblem extends Error {
  readonly step: Step
  readonly problem: Problem
  constructor(step: Step, problem: Problem, cause?: unknown) {
    super(`the directory: ${step} ended with ${problem}`, { cause })
    this.step = step
    this.problem = problem
  }
}
