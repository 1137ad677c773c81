import { loginLinkToken } from '#core/account/login-link.ts'
import { AesSeals } from '#adapters/system/seals.ts'
import { SystemClock } from '#adapters/system/clock.ts'
import type { Config } from './config.ts'
import { readSecretKey } from './secret-key.ts'
import { UnusableData } from './unusable-data.ts'

/**
 * The address at which somebody is logged in whatever else keeps them out. It needs the site's key alone, so the server may
 * go on meanwhile, also one that keeps its embedded database to itself.
 * @throws UnusableData, ConfigError
 */
export async function loginLink(
  config: Config,
  username: string,
  wishes: { readonly endsSecondFactor?: boolean } = {},
): Promise<string> {
  const key = await readSecretKey(config, { mayMake: false })
  if (key === null) throw new UnusableData(['this site has no key yet: start the server once.'])
  const token = loginLinkToken({ seals: new AesSeals(key), clock: new SystemClock() }, username, wishes)
  const { PUBLIC_URL, PORT } = config
  return `${PUBLIC_URL ?? `http://127.0.0.1:${PORT}`}/user/loginByUserToken#${token}`
}
