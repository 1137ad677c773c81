import type { Config } from '../config.ts'
import type { OpenedShowdoc } from './look.ts'

/** The known hosts under which a ShowDoc was reachable. @param host the one entered explicitly; null for none */
export function hostsOf(
  { database }: OpenedShowdoc,
  { PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>,
  host: string | null,
): readonly string[] {
  const addresses = [PUBLIC_URL, database.option('site_url')].flatMap((address) =>
    typeof address === 'string' && URL.canParse(address) ? [new URL(address).host] : [],
  )
  return [...new Set([...addresses, ...(host === null ? [] : [host])])]
}
