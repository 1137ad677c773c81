import { createHash } from 'node:crypto'
import { z } from 'zod'
import { readSettings, secretText, settingsSection, writeSettings, type Context } from '#core/plugin.ts'

/** '' until an administrator has looked for it: nobody gets in before (threats T13). */
export const keySettings = settingsSection('plugin.key-login', z.object({ key: secretText(100).default('') }))

const KEY_BYTES = 32
/** A link is good for this long before and after the moment it names, for clocks differ. */
export const LINK_MS = 60_000

export const keptKey = async ({ store, services }: Pick<Context, 'store' | 'services'>): Promise<string> =>
  (await readSettings(store, keySettings, services.seals)).key

export async function newKey({ store, services }: Pick<Context, 'store' | 'services'>): Promise<string> {
  const key = services.keys.random(KEY_BYTES)
  await writeSettings(store, keySettings, { key }, services.seals)
  return key
}

/** What a program that knows the key writes into the link, as ShowDoc has it. `time` counts seconds since 1970. */
export const linkToken = (key: string, { username, time }: { readonly username: string; readonly time: string }) =>
  createHash('md5').update(`${username}${key}${time}`).digest('hex')
