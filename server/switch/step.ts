import type { ComposedApplication } from '../application.ts'
import type { Arrangement } from './arrangement.ts'
import type { OpenedShowdoc } from './look.ts'
import type { SitePlan } from './plan/site.ts'

/** How far a move is; `of` is 0 where nobody can say. */
export interface CarryProgress {
  readonly step: 'accounts' | 'items' | 'files' | 'belongings' | 'proof'
  readonly done: number
  readonly of: number
  /** Of the item it is at; '' otherwise. */
  readonly name: string
}

/** What the steps of a move share. */
export interface Step {
  readonly showdoc: OpenedShowdoc
  readonly application: ComposedApplication
  readonly arrangement: Arrangement
  readonly plan: SitePlan
  /** To be called when something was written. */
  note(): void
  say(line: string): void
  progress(progress: CarryProgress): void
  assertAlone(): Promise<void>
}
