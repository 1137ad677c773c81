import { Secret, TOTP } from 'otpauth'
import type { Clock } from '#core/ports/surroundings.ts'

/** An authenticator app on somebody's phone. */
export const authenticator = (secret: string, clock: Clock) => ({
  /** @param ahead in periods of 30 seconds from now */
  code: (ahead = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() + ahead * 30_000 }),
})
