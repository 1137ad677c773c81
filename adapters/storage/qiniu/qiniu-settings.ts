import { storageAddress } from '../storage-address.ts'

/** The settings in an address that begins with `qiniu://`. */
export interface QiniuSettings {
  readonly protocol: string
  /** The host that lists the hosts of a bucket, `uc.qiniuapi.com` at Qiniu itself. */
  readonly host: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
  /** The host for reading files: a bucket has no host of its own. */
  readonly domain: string
}

const BUCKET = /^[A-Za-z\d][\w-]{1,62}$/
const DOMAIN = /^[\w.-]+(?::\d+)?$/

/**
 * Parses `qiniu://key:secret@uc.qiniuapi.com/bucket?domain=files.example.org&tls=off`. @throws Error with the problem,
 * without the address, which contains a secret
 */
export function qiniuSettings(address: string): QiniuSettings {
  const { host, bucket, key, secret, protocol, text } = storageAddress(address, BUCKET)
  const domain = text('domain')
  if (!DOMAIN.test(domain)) throw new Error('domain must name the host at which files of the bucket are read')
  return { protocol, host, bucket, accessKey: key, secretKey: secret, domain }
}
