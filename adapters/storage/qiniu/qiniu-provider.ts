import type * as qiniu from 'qiniu'
import { z } from 'zod'
import { exchange, wordsOf, type TimeLimits } from '../signed/exchange.ts'
import { GOOD_FOR_SECONDS } from '../signed/good-for.ts'
import { keyPath } from '../signed/key-path.ts'
import { SIGNED_LIMITS, type Provider, type Refusal } from '../signed/signed-storage.ts'
import { StorageFailure } from '../storage-failure.ts'
import { qetagOf } from './qetag.ts'
import type { QiniuSettings } from './qiniu-settings.ts'
import { uploadForm } from './upload-form.ts'

const DAY_SECONDS = 86_400
const UNAUTHORIZED = 401
const NO_FILE = 612
const NO_BUCKET = 631

const Domains = z.object({ domains: z.array(z.string()).min(1) })
const Hosts = z.object({
  hosts: z.array(z.object({ ttl: z.number().default(DAY_SECONDS), up: Domains, rs: Domains })).min(1),
})
const Kept = z.object({ hash: z.string() })
const Said = z.object({ error: z.string() })

/** Qiniu Kodo. */
export function qiniuProvider(settings: QiniuSettings, limits: TimeLimits = SIGNED_LIMITS): Provider {
  const { protocol, host, bucket, accessKey, secretKey, domain } = settings
  let library: Promise<typeof qiniu> | null = null
  const signer = async () => {
    const { auth, rs, util } = await (library ??= loaded())
    return { rs, util, mac: new auth.digest.Mac(accessKey, secretKey) }
  }
  const hosts = bucketHosts(settings, limits)
  return {
    name: `qiniu://${host}/${bucket}`,
    digestOf: qetagOf,
    async putting(key, file, mediaType) {
      const { rs, mac } = await signer()
      const policy = new rs.PutPolicy({
        scope: `${bucket}:${key}`,
        expires: GOOD_FOR_SECONDS,
        returnBody: '{"hash":$(etag)}',
        fsizeMin: file.bytes,
        fsizeLimit: file.bytes,
      })
      const { up } = await hosts()
      const form = uploadForm({ token: policy.uploadToken(mac), key }, file, mediaType)
      return {
        method: 'POST',
        url: `${protocol}${up}/`,
        headers: { 'Content-Type': form.contentType, 'Content-Length': form.bytes },
        body: form.content,
      }
    },
    async reading(key) {
      const { rs, mac } = await signer()
      const until = Math.floor(Date.now() / 1000) + GOOD_FOR_SECONDS
      // The library does not encode some reserved characters.
      const url = new rs.BucketManager(mac).privateDownloadUrl(protocol + domain, keyPath(key), until)
      return { method: 'GET', url, headers: {}, body: null }
    },
    async deleting(key) {
      const { util, mac } = await signer()
      const { rs } = await hosts()
      const url = `${protocol}${rs}/delete/${Buffer.from(`${bucket}:${key}`).toString('base64url')}`
      // With the older of the two signatures: for the newer one the library includes a port twice.
      const headers = { Authorization: util.generateAccessToken(mac, url), 'Content-Length': 0 }
      return { method: 'POST', url, headers, body: null }
    },
    hasKept: (_, words, digest) => Kept.safeParse(parsed(words)).data?.hash === digest,
    hasDeleted: (status, words) => status === 200 && (words === '' || parsed(words) !== null),
    refusalIn,
  }
}

function refusalIn(status: number, words: string): Refusal {
  const message = Said.safeParse(parsed(words)).data?.error ?? ''
  const code = { [UNAUTHORIZED]: 'BadToken', [NO_FILE]: 'NoSuchKey', [NO_BUCKET]: 'NoSuchBucket' }[status] ?? ''
  return { code, message, isMissing: status === NO_FILE || (status === 404 && message === 'Document not found') }
}

function parsed(words: string): unknown {
  try {
    return JSON.parse(words)
  } catch {
    return null
  }
}

/** The hosts where the bucket accepts files and commands, cached for a while. */
function bucketHosts({ protocol, host, bucket, accessKey }: QiniuSettings, limits: TimeLimits) {
  let known: { readonly up: string; readonly rs: string; readonly until: number } | null = null
  return async () => {
    if (known && Date.now() < known.until) return known
    const url = `${protocol}${host}/v4/query?ak=${encodeURIComponent(accessKey)}&bucket=${encodeURIComponent(bucket)}`
    const answer = await exchange(async () => ({ method: 'GET', url, headers: {}, body: null }), limits)
    const words = await wordsOf(answer, limits)
    const [first] = Hosts.safeParse(parsed(words)).data?.hosts ?? []
    const { code, message } = refusalIn(answer.status, words)
    if (answer.status !== 200 || !first)
      throw new StorageFailure(`${answer.status} ${code} it does not say where the bucket is: ${message}`, { code })
    const [up = '', rs = ''] = [first.up.domains[0], first.rs.domains[0]]
    known = { up, rs, until: Date.now() + Math.min(first.ttl, DAY_SECONDS) * 1000 }
    return known
  }
}

// Only loaded when configured.
async function loaded(): Promise<typeof qiniu> {
  // Its types do not declare that it is a CommonJS module.
  const { default: library } = (await import('qiniu')) as unknown as { readonly default: typeof qiniu }
  return library
}
