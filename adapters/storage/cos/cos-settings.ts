import { storageAddress } from '../storage-address.ts'

/** What an address says that begins with `cos://`. */
export interface CosSettings {
  /** Where the bucket is reached, with its port. */
  readonly bucketHost: string
  readonly protocol: string
  readonly host: string
  /** With the number of the account at its end. */
  readonly bucket: string
  readonly secretId: string
  readonly secretKey: string
}

const BUCKET = /^[a-z\d][a-z\d-]{0,48}-\d+$/

/**
 * Reads `cos://id:key@cos.ap-guangzhou.myqcloud.com/bucket-1250000000?tls=off&style=host|domain`, where `domain` says that
 * the host belongs to this bucket alone.
 * @throws Error with what is wrong, without the address, which holds a secret
 */
export function cosSettings(address: string): CosSettings {
  const { host, bucket, key, secret, protocol, word } = storageAddress(address, BUCKET)
  const isOwnDomain = word('style', ['host', 'domain']) === 'domain'
  return {
    bucketHost: isOwnDomain ? host : `${bucket}.${host}`,
    protocol,
    host,
    bucket,
    secretId: key,
    secretKey: secret,
  }
}
