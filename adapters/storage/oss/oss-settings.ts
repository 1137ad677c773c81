import { isIP } from 'node:net'
import { storageAddress } from '../storage-address.ts'

/** The settings in an address that begins with `oss://`. */
export interface OssSettings {
  /** With protocol and port. */
  readonly endpoint: string
  readonly host: string
  readonly bucket: string
  /** Without the `oss-` of hosts; '' when unknown: then requests are signed with the older version (V1). */
  readonly region: string
  readonly key: string
  readonly secret: string
  /** Puts the bucket into the path, as servers other than Aliyun's require. */
  readonly isPathStyle: boolean
}

const BUCKET = /^[a-z\d][a-z\d-]{1,61}[a-z\d]$/
// Hosts for transfer acceleration have no region.
const OF_ALIYUN = /^oss-(?!accelerate)(.+?)(?:-internal)?\.aliyuncs\.com$/

/**
 * Parses `oss://key:secret@oss-cn-hangzhou.aliyuncs.com/bucket?region=…&tls=off&style=host|path`. @throws Error with
 * the problem, without the address, which contains a secret
 */
export function ossSettings(address: string): OssSettings {
  const { host, bucket, key, secret, protocol, word, text } = storageAddress(address, BUCKET)
  const { hostname } = new URL(protocol + host)
  // The library does not sign addresses with an IP.
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) throw new Error('the host must be a name, not an IP address')
  return {
    endpoint: protocol + host,
    host,
    bucket,
    region: text('region').replace(/^oss-/, '') || (OF_ALIYUN.exec(hostname)?.[1] ?? ''),
    key,
    secret,
    isPathStyle: word('style', ['host', 'path']) === 'path',
  }
}
