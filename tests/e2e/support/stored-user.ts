import { expect, type Page } from '@playwright/test'

/** Whose account the browser remembers, null for nobody. A page that still moves on cannot be asked: it is asked again. */
export async function expectStoredUser(page: Page, expected: unknown): Promise<void> {
  const stored = (): Promise<unknown> => page.evaluate(() => JSON.parse(localStorage.getItem('user_info') ?? 'null'))
  await expect(async () => expect(await stored()).toEqual(expected)).toPass({ timeout: 20_000 })
}
