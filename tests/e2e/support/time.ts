import { expect, type Page } from '@playwright/test'

/** So far ahead that it is not past yet when the browser hears of it, however busy the machine is. */
const AHEAD_MS = 60_000
/** Short against everything the product waits for. */
const STEP_MS = 10

/**
 * Stops the time of this page and of those that are opened in it later. Timers that run already are not stopped. From
 * here on only the test moves the time: installed alone, it would go on by itself, and a busy machine would be late.
 */
export async function stopTime({ clock }: Page): Promise<void> {
  const now = Date.now()
  await clock.install({ time: now })
  await clock.pauseAt(now + AHEAD_MS)
}

/** Lets the stopped time pass, and what is due in it happen. */
export const passTime = ({ clock }: Page, milliseconds: number): Promise<void> => clock.runFor(milliseconds)

/** Lets the stopped time pass in small steps until this is so: what waits for an answer takes hardly any of it. */
export async function passTimeUntil(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  const look = async (): Promise<boolean> => {
    await passTime(page, STEP_MS)
    return isSo()
  }
  await expect.poll(look, { intervals: [STEP_MS], timeout: 60_000 }).toBe(true)
}
