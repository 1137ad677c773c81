import type { Browser } from './harness.ts'

export type FormFields = Readonly<Record<string, string | number>>

/** The error code of a call; 0 when it was done. */
export const codeOf = async (browser: Browser, path: string, fields: FormFields = {}): Promise<number> =>
  (await browser.post(path, fields)).error_code

/** The data of a call that is done. @throws Error with code and message when it is refused */
export async function dataOf(browser: Browser, path: string, fields: FormFields = {}) {
  const reply = await browser.post(path, fields)
  if (reply.error_code !== 0) throw new Error(`${path}: ${reply.error_code} ${reply.error_message}`)
  return reply.data
}
