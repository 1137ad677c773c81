import type { CommandContext } from '#core/plugin.ts'
import { LINK_MS } from './login-key.ts'

/** The digests of links that were used, for as long as these could be good. */
const COLLECTION = 'key-login.used-link'
/** A link may name a moment to come, and clocks of servers differ. */
const KEPT_MS = 3 * LINK_MS

/**
 * Whether this is the first use of the token of a good link, on whatever server: the database is what they all share, also
 * without Redis. Nothing is kept of links that are not good, so nobody can fill it.
 */
export async function usesUp(ctx: CommandContext, token: string): Promise<boolean> {
  const key = ctx.services.keys.digest(token)
  return ctx.together(async ({ store, services: { clock } }) => {
    await store.settings.hold(COLLECTION)
    const used = store.documents.collection(COLLECTION)
    if (await used.byKey(key)) return false
    const at = clock.now()
    await used.deleteBefore(new Date(at.getTime() - KEPT_MS))
    await used.put({ key, at, data: {} })
    return true
  })
}
