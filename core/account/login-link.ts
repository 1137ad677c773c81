import { z } from 'zod'
import type { CommandContext, Services } from '../context.ts'

/** How long a link of the operator is good for. */
export const LOGIN_LINK_MS = 15 * 60_000

const PURPOSE = 'login-link'
const Link = z.object({
  /** Whether anybody has it is found out when the link is used. */
  username: z.string(),
  /** Whoever lost app and recovery codes gets in again; the account has none afterwards. */
  endsSecondFactor: z.boolean().default(false),
  /** Milliseconds since 1970. */
  until: z.number(),
})

/** The token of a link. It is made without the database, so that a server may go on that keeps it to itself. */
export function loginLinkToken(
  { seals, clock }: Pick<Services, 'seals' | 'clock'>,
  username: string,
  { endsSecondFactor = false } = {},
): string {
  const until = clock.now().getTime() + LOGIN_LINK_MS
  return seals.seal(JSON.stringify({ username: username.normalize('NFKC').trim(), endsSecondFactor, until }), PURPOSE)
}

/** What a link is for; null when it is none of ours, or too old. */
export function openedLink(
  { seals, clock }: Pick<Services, 'seals' | 'clock'>,
  token: string,
): z.output<typeof Link> | null {
  try {
    const link = Link.parse(JSON.parse(seals.open(token, PURPOSE)))
    return link.until > clock.now().getTime() ? link : null
  } catch {
    return null
  }
}

/** The digests of links that were used, for as long as these could be good. */
const COLLECTION = 'account.used-login-link'
/** Clocks of servers differ. */
const KEPT_MS = 4 * LOGIN_LINK_MS

/**
 * Whether this is the first use of the token of a good link, on whatever server. To be called in a transaction: when what
 * it was for fails, the link is good again.
 */
export async function usesLinkUp({ store, services }: CommandContext, token: string): Promise<boolean> {
  const key = services.keys.digest(token)
  await store.settings.hold(COLLECTION)
  const used = store.documents.collection(COLLECTION)
  if (await used.byKey(key)) return false
  const at = services.clock.now()
  await used.deleteBefore(new Date(at.getTime() - KEPT_MS))
  await used.put({ key, at, data: {} })
  return true
}
