/** The steps of a login. */
export const STEPS = ['connect', 'secure', 'bind', 'search', 'person', 'groups', 'password'] as const
export type Step = (typeof STEPS)[number]

/** Why a step failed, as shown to administrators. */
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
  'noGroup',
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

/** Details that distinguish hosts and ports of a network. Only logged, for operators. */
const NETWORK_PROBLEMS = ['unknownHost', 'refused', 'noAnswer', 'broken'] as const
export type Problem = (typeof NETWORK_PROBLEMS)[number] | Exclude<ShownProblem, 'notReached'>

/** A failed step. Its message contains no user input. */
export class DirectoryProblem extends Error {
  readonly step: Step
  readonly problem: Problem
  constructor(step: Step, problem: Problem, cause?: unknown) {
    super(`the directory: ${step} ended with ${problem}`, { cause })
    this.step = step
    this.problem = problem
  }
}

/** Errors must not reveal what else is in the network (threats S1). */
export const shownProblem = ({ step, problem }: Pick<DirectoryProblem, 'step' | 'problem'>): ShownProblem =>
  isOfNetwork(problem) || (step === 'connect' && problem === 'noTls') ? 'notReached' : problem

const isOfNetwork = (problem: Problem): problem is (typeof NETWORK_PROBLEMS)[number] =>
  NETWORK_PROBLEMS.some((each) => each === problem)
