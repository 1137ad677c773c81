import type { ShowdocProgress } from '#core/ports/showdoc-moves.ts'
import type { ComposedApplication } from '../application.ts'
import type { Arrangement } from './arrangement.ts'
import type { OpenedShowdoc } from './look.ts'
import type { SitePlan } from './plan/site.ts'

/** What the steps of a move share. */
export interface Step {
  readonly showdoc: OpenedShowdoc
  readonly application: ComposedApplication
  readonly arrangement: Arrangement
  readonly plan: SitePlan
  /** To be called when something was written. */
  note(): void
  say(line: string): void
  progress(progress: ShowdocProgress): void
  assertAlone(): Promise<void>
}
