import { Cron } from 'croner'

/** @throws Error when the text is not five-field cron */
export function assertCron(cron: string): void {
  try {
    new Cron(cron, { paused: true, mode: '5-part' }).stop()
  } catch (cause) {
    throw new Error(`"${cron}" is not a schedule of five fields`, { cause })
  }
}

/** The first occurrence of the cron expression after `now` in this time zone; null when there is none. */
export function nextRun(cron: string, timeZone: string, now: Date): Date | null {
  return new Cron(cron, { paused: true, mode: '5-part', timezone: timeZone }).nextRun(now)
}
