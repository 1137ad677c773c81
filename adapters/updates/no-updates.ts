import { DomainError } from '#core/errors.ts'
import type { Updates } from '#core/ports/updates.ts'

/** Used when the operator configured no feed for newer versions (D58). */
export class NoUpdates implements Updates {
  readonly isOn = false
  readonly givenUp: string | null

  constructor(givenUp: string | null = null) {
    this.givenUp = givenUp
  }

  async newest(): Promise<null> {
    return null
  }
  async download(): Promise<never> {
    throw new DomainError('updatesOff')
  }
  async install(): Promise<never> {
    throw new DomainError('updatesOff')
  }
}
