import './trial-steps.css'
import { Check, X } from 'lucide-react'

export interface TrialStepsProps {
  readonly steps: readonly {
    readonly step: string
    readonly name: string
    /** What went wrong, in words; null when it went well. */
    readonly problem: string | null
  }[]
  /** What stands below a step that went well. */
  readonly done: string
}

/** How far a trial of settings came, step by step. */
export function TrialSteps({ steps, done }: TrialStepsProps) {
  return (
    <ol className="trial-steps">
      {steps.map(({ step, name, problem }) => (
        <li key={step} data-state={problem === null ? 'done' : 'failed'}>
          {problem === null ? <Check aria-hidden /> : <X aria-hidden />}
          <span>
            {name}
            <em>{problem ?? done}</em>
          </span>
        </li>
      ))}
    </ol>
  )
}
