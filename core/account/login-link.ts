import { documentsIn } from '../access/facts.ts'
import { z } from 'zod'
import type { CommandContext, Services } from '../context.ts'
import { wholeSeals } from '../own-seals.ts'

/** How long an operator's link is valid. */
export const LOGIN_LINK_MS = 15 * 60_000

const PURPOSE = 'login-link'
const Link = z.object({
  /** Whether an account has this name is checked when the link is used. */
  username: z.string(),
  /** For somebody who lost the app and the recovery codes; removes the account's second factor. */
  endsSecondFactor: z.boolean().default(false),
  /** Milliseconds since 1970. */
  until: z.number(),
})

/**
 * The token of a link. Created without the database, so that it also works while a server holds the embedded database.
 */
export function loginLinkToken(
  { seals, clock }: Pick<Services, 'seals' | 'clock'>,
  username: string,
  { endsSecondFactor = false } = {},
): string {
  const until = clock.now().getTime() + LOGIN_LINK_MS
  return wholeSeals(seals).seal(
    JSON.stringify({ username: username.normalize('NFKC').trim(), endsSecondFactor, until }),
    PURPOSE,
  )
}

/** The content of a link's token; null when it was not created by this site or has expired. */
export function openedLink(
  { seals, clock }: Pick<Services, 'seals' | 'clock'>,
  token: string,
): z.output<typeof Link> | null {
  try {
    const link = Link.parse(JSON.parse(wholeSeals(seals).open(token, PURPOSE)))
    return link.until > clock.now().getTime() ? link : null
  } catch {
    return null
  }
}

/** The digests of used links, kept as long as these could be valid. */
const COLLECTION = 'account.used-login-link'
/** Tolerance for the clocks of different servers. */
const KEPT_MS = 4 * LOGIN_LINK_MS

/**
 * Whether this is the first use of a valid link's token, on any server. Call it in a transaction: if the rest of it
 * fails, the link stays valid.
 */
export async function usesLinkUp({ store, services }: CommandContext, token: string): Promise<boolean> {
  const key = services.keys.digest(token)
  await store.settings.hold(COLLECTION)
  const used = documentsIn(store).collection(COLLECTION)
  if (await used.byKey(key)) return false
  const at = services.clock.now()
  await used.deleteBefore(new Date(at.getTime() - KEPT_MS))
  await used.put({ key, at, data: {} })
  return true
}
