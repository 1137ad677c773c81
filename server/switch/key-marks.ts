import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { secretText } from '#core/schema.ts'
import type { Services } from '#core/context.ts'
import type { Store } from '#core/ports/store.ts'
import { readSettings, settingsSection, writeSettings } from '#core/settings.ts'

/** Other than the key of the site, so that marks stay what they are when that is changed. */
const markSettings = settingsSection('switch.marks', z.object({ secret: secretText(100).default('') }))
const SECRET_BYTES = 32

/** What a key is recognised by later, and which tells nobody the key. @param ownerId of its page or item */
export type Mark = (ownerId: number, key: string) => string

export async function keyMarks(store: Store, { keys, seals }: Pick<Services, 'keys' | 'seals'>): Promise<Mark> {
  const known = await readSettings(store, markSettings, seals)
  const secret = known.secret === '' ? keys.random(SECRET_BYTES) : known.secret
  if (known.secret === '') await writeSettings(store, markSettings, { secret }, seals)
  return (ownerId, key) => createHmac('sha256', secret).update(`${ownerId}\0${key}`).digest('hex')
}
