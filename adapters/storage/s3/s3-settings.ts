import { storageAddress } from '../storage-address.ts'

/** The settings in `STORAGE_URL`. */
export interface S3Settings {
  /** With protocol and port. */
  readonly endpoint: string
  readonly host: string
  readonly bucket: string
  readonly region: string
  readonly key: string
  readonly secret: string
  /** Puts the bucket into the path, which nearly every server supports, and not into the host. */
  readonly isPathStyle: boolean
}

const BUCKET = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/

/**
 * Parses `s3://key:secret@host:port/bucket?region=…&tls=off&style=path|host`. @throws Error with the problem, without
 * the address, which contains a secret
 */
export function s3Settings(address: string): S3Settings {
  const { host, bucket, key, secret, protocol, word, text } = storageAddress(address, BUCKET)
  return {
    endpoint: protocol + host,
    host,
    bucket,
    region: text('region') || 'us-east-1',
    key,
    secret,
    isPathStyle: word('style', ['path', 'host']) === 'path',
  }
}
