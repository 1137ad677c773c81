import type { CommandContext } from '#core/plugin.ts'
import { LINK_MS } from './login-key.ts'

/** The digests of used links, kept as long as these could be valid. */
const COLLECTION = 'key-login.used-link'
/** A link may have a timestamp in the future, and clocks of servers differ. */
const KEPT_MS = 3 * LINK_MS

/**
 * Whether this is the first use of a valid link's token, on any server: the database is shared by all, even without
 * Redis. Nothing is stored for invalid links, so nobody can fill it.
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
