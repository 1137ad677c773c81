import { storageAddress } from '../storage-address.ts'

/** What `STORAGE_URL` says. */
export interface S3Settings {
  /** With protocol and port. */
  readonly endpoint: string
  readonly host: string
  readonly bucket: string
  readonly region: string
  readonly key: string
  readonly secret: string
  /** Names the bucket in the path, which nearly every server understands, and not in the host. */
  readonly isPathStyle: boolean
}

const BUCKET = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/

/**
 * Reads `s3://key:secret@host:port/bucket?region=…&tls=off&style=path|host`.
 * @throws Error with what is wrong, without the address, which holds a secret
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
