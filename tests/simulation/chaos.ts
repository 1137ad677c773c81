import type { Sabotage } from './sabotage.ts'
import { simulate, type Outcome } from './simulation.ts'

export interface FailedRun extends Outcome {
  readonly seed: number
}
export interface ManyRuns {
  readonly runs: number
  /** Of the first run; the others follow. */
  readonly seed: number
  readonly sabotage?: Sabotage
  onRun?(done: number): void
}

/** Runs until one fails. */
export async function runMany({ runs, seed, sabotage = {}, onRun = () => undefined }: ManyRuns) {
  let [saves, words] = [0, 0]
  for (let run = 0; run < runs; run += 1) {
    const outcome = await simulate({ seed: seed + run, sabotage })
    saves += outcome.saves
    words += outcome.words
    if (outcome.problems.length > 0) return { saves, words, failed: { ...outcome, seed: seed + run } }
    onRun(run + 1)
  }
  return { saves, words, failed: null }
}

/** The same run, ended as early as it still fails. */
export async function shortest(failed: FailedRun, sabotage: Sabotage = {}): Promise<FailedRun> {
  for (let steps = 1; steps < failed.steps; steps += 1) {
    const outcome = await simulate({ seed: failed.seed, steps, sabotage })
    if (outcome.problems.length > 0) return { ...outcome, seed: failed.seed }
  }
  return failed
}

/** What somebody needs to see it again. */
export const report = ({ seed, steps, problems, trace }: FailedRun): string =>
  [`seed ${seed} fails after ${steps} steps:`, ...problems, '', ...trace].join('\n')
