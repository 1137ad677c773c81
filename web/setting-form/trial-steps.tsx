import './trial-steps.css'
import { Check, X } from 'lucide-react'

export interface TrialStepsProps {
  readonly steps: readonly {
    readonly step: string
    readonly name: string
    /** The error message; null on success. */
    readonly problem: string | null
  }[]
  /** Shown below a successful step. */
  readonly done: string
}

/** The result of testing settings, step by step. */
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
