import { createHash } from 'node:crypto'
import { z } from 'zod'
import { readSettings, secretText, settingsSection, withoutSecrets, writeSettings, type Context } from '#core/plugin.ts'

/** '' until an administrator has requested it: before that, no links are accepted (threats T13). */
export const keySettings = settingsSection('plugin.key-login', z.object({ key: secretText(100).default('') }))

const KEY_BYTES = 32
/** A link is valid for this long before and after its timestamp, because clocks differ. */
export const LINK_MS = 60_000

export const keptKey = async ({ store, services }: Pick<Context, 'store' | 'services'>): Promise<string> =>
  (await readSettings(store, keySettings, services.seals)).key

/** Another one whenever the key is another one; '' while there is none. */
export const keyStamp = async (ctx: Pick<Context, 'store' | 'services'>): Promise<string> =>
  withoutSecrets(ctx, keySettings, { key: await keptKey(ctx) }).stamps['key'] ?? ''

export async function newKey({ store, services }: Pick<Context, 'store' | 'services'>): Promise<string> {
  const key = services.keys.random(KEY_BYTES)
  await writeSettings(store, keySettings, { key }, services.seals)
  return key
}

/** What programs with the key put into the link, as in ShowDoc. `time` is in seconds since 1970. */
export const linkToken = (key: string, { username, time }: { readonly username: string; readonly time: string }) =>
  createHash('md5').update(`${username}${key}${time}`).digest('hex')
