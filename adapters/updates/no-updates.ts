import { DomainError } from '#core/errors.ts'
import type { Updates } from '#core/ports/updates.ts'

/** Where the operator named no place newer versions come from (D58). */
export class NoUpdates implements Updates {
  readonly isOn = false

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
