/** What is done one after the other to log somebody in. */
export const STEPS = ['connect', 'secure', 'bind', 'search', 'person', 'password'] as const
export type Step = (typeof STEPS)[number]

/** Why a step did not succeed, as administrators are told. */
export const SHOWN_PROBLEMS = [
  'noHost',
  'notReached',
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
  'nameTaken',
  'disabled',
] as const
export type ShownProblem = (typeof SHOWN_PROBLEMS)[number]

/** What tells hosts and ports of a network apart. The log has it, for operators. */
const NETWORK_PROBLEMS = ['unknownHost', 'refused', 'noAnswer', 'broken'] as const
export type Problem = (typeof NETWORK_PROBLEMS)[number] | Exclude<ShownProblem, 'notReached'>

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

/** Nobody finds out by an error what else there is in the network (threats S1). */
export const shownProblem = ({ step, problem }: Pick<DirectoryProblem, 'step' | 'problem'>): ShownProblem =>
  isOfNetwork(problem) || (step === 'connect' && problem === 'noTls') ? 'notReached' : problem

const isOfNetwork = (problem: Problem): problem is (typeof NETWORK_PROBLEMS)[number] =>
  NETWORK_PROBLEMS.some((each) => each === problem)
