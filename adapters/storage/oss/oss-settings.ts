import { isIP } from 'node:net'
import { storageAddress } from '../storage-address.ts'

/** What an address says that begins with `oss://`. */
export interface OssSettings {
  /** With protocol and port. */
  readonly endpoint: string
  readonly host: string
  readonly bucket: string
  /** Without the `oss-` of hosts; '' when it is not known, so that requests are signed in the older way (V1). */
  readonly region: string
  readonly key: string
  readonly secret: string
  /** Names the bucket in the path, as servers other than those of Aliyun want it. */
  readonly isPathStyle: boolean
}

const BUCKET = /^[a-z\d][a-z\d-]{1,61}[a-z\d]$/
// Hosts that speed up the way belong to no region.
const OF_ALIYUN = /^oss-(?!accelerate)(.+?)(?:-internal)?\.aliyuncs\.com$/

/**
 * Reads `oss://key:secret@oss-cn-hangzhou.aliyuncs.com/bucket?region=…&tls=off&style=host|path`.
 * @throws Error with what is wrong, without the address, which holds a secret
 */
export function ossSettings(address: string): OssSettings {
  const { host, bucket, key, secret, protocol, word, text } = storageAddress(address, BUCKET)
  const { hostname } = new URL(protocol + host)
  // The library signs no address of a file at an IP.
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
