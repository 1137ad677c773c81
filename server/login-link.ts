import { loginLinkToken } from '#core/account/login-link.ts'
import { AesSeals } from '#adapters/system/seals.ts'
import { SystemClock } from '#adapters/system/clock.ts'
import type { Config } from './config.ts'
import { readSecretKey } from './secret-key.ts'
import { UnusableData } from './unusable-data.ts'

/**
 * An address that logs somebody in when nothing else works. It only needs the site key, so the server can keep running,
 * even one that holds its embedded database.
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
