import { Secret, TOTP } from 'otpauth'
import type { OneTimeCodes } from '#core/ports/login.ts'

const SECRET_BYTES = 20
const STEP_SECONDS = 30
/** Accepted periods before and after the current one: phone clocks differ, and typing takes a while. */
const STEPS_AROUND = 1

export class OtpauthCodes implements OneTimeCodes {
  newSecret(): string {
    return new Secret({ size: SECRET_BYTES }).base32
  }

  stepOf(secret: string, code: string, now: Date): number | null {
    // The library compares bytes, and throws for different lengths.
    if (!/^[0-9]{6}$/.test(code)) return null
    const codes = codesOf(secret)
    const timestamp = now.getTime()
    const steps = codes.validate({ token: code, timestamp, window: STEPS_AROUND })
    return steps === null ? null : codes.counter({ timestamp }) + steps
  }

  addressOf(secret: string, { site, username }: { readonly site: string; readonly username: string }): string {
    return codesOf(secret, site, username).toString()
  }
}

/** The parameters supported by all authenticator apps. */
const codesOf = (secret: string, issuer = '', label = ''): TOTP =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    ...(issuer !== '' && { issuer, label }),
    ...{ algorithm: 'SHA1', digits: 6, period: STEP_SECONDS },
  })
