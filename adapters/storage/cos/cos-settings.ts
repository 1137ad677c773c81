import { storageAddress } from '../storage-address.ts'

/** The settings in an address that begins with `cos://`. */
export interface CosSettings {
  /** The host of the bucket, with its port. */
  readonly bucketHost: string
  readonly protocol: string
  readonly host: string
  /** Ends with the account number. */
  readonly bucket: string
  readonly secretId: string
  readonly secretKey: string
}

const BUCKET = /^[a-z\d][a-z\d-]{0,48}-\d+$/

/**
 * Parses `cos://id:key@cos.ap-guangzhou.myqcloud.com/bucket-1250000000?tls=off&style=host|domain`, where `domain` means
 * that the host belongs to this bucket only. @throws Error with the problem, without the address, which contains a
 * secret
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
