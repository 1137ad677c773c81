import type { Clock } from '#core/ports/surroundings.ts'

export class SystemClock implements Clock {
  now(): Date {
    return new Date()
  }
}
