import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { md5Of, refuseInXml, standIn, type Received, type Refused, type StandIn } from './bucket-stand-in.ts'

export const OSS_KEY = 'LTAI5tOctavo'
export const OSS_SECRET = 'oss/secret+word'
export const OSS_BUCKET = 'octavo-docs'
const REGION = 'cn-hangzhou'

const WRONG: Refused = { status: 403, code: 'SignatureDoesNotMatch', message: 'The signature we calculated differs.' }
const METHODS: Readonly<Record<string, 'put' | 'get' | 'delete'>> = { PUT: 'put', GET: 'get', DELETE: 'delete' }

/** Aliyun OSS: signatures in the address, V1 and V4, as its documentation has them; the bucket in the path. */
export const ossStandIn = (): Promise<StandIn> =>
  standIn({
    judged({ method, url, request, body }) {
      const { searchParams, pathname } = url
      const refused = searchParams.has('x-oss-signature')
        ? againstV4({ method, url, request, body })
        : againstV1({ method, url, request, body })
      if (refused) return refused
      const [, bucket, key = ''] = /^\/([^/]+)\/(.+)$/.exec(decodeURIComponent(pathname)) ?? []
      if (bucket !== OSS_BUCKET) return { status: 404, code: 'NoSuchBucket' }
      const md5 = request.headers['content-md5']
      if (md5 !== undefined && md5 !== md5Of(body, 'base64')) return { status: 400, code: 'InvalidDigest' }
      const what = METHODS[method]
      return what ? { what, key, body } : { status: 405, code: 'MethodNotAllowed' }
    },
    refuse: refuseInXml,
    keep: (response, { body }) => void response.writeHead(200, { etag: `"${md5Of(body, 'hex').toUpperCase()}"` }).end(),
    etagOf: (body) => `"${md5Of(body, 'hex').toUpperCase()}"`,
    missing: (what) => (what === 'delete' ? null : { status: 404, code: 'NoSuchKey' }),
    deletedStatus: 204,
  })

/** base64(hmac-sha1(secret, VERB \n Content-MD5 \n Content-Type \n Expires \n x-oss-headers + resource)) */
function againstV1({ method, url: { searchParams, pathname }, request: { headers } }: Received): Refused | null {
  if (searchParams.get('OSSAccessKeyId') !== OSS_KEY) return { status: 403, code: 'InvalidAccessKeyId' }
  const expires = searchParams.get('Expires') ?? ''
  if (!(Number(expires) > Date.now() / 1000))
    return { status: 403, code: 'AccessDenied', message: 'Request has expired.' }
  const lines = [method, headers['content-md5'] ?? '', headers['content-type'] ?? '', expires]
  const text = `${lines.join('\n')}\n${ossHeaders(headers)}${decodeURIComponent(pathname)}`
  const right = createHmac('sha1', OSS_SECRET).update(text).digest('base64')
  return searchParams.get('Signature') === right ? null : WRONG
}
const ossHeaders = (headers: IncomingHttpHeaders): string =>
  Object.keys(headers)
    .filter((name) => name.startsWith('x-oss-'))
    .toSorted()
    .map((name) => `${name}:${String(headers[name])}\n`)
    .join('')

/** Everything but letters, digits, - _ . ~ and /. */
const encoded = (text: string): string =>
  encodeURIComponent(text)
    .replaceAll('%2F', '/')
    .replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** OSS4-HMAC-SHA256, over the method, the path, the query without the signature, and the headers that must be signed. */
function againstV4({ method, url: { searchParams, pathname }, request: { headers } }: Received): Refused | null {
  const given = searchParams.get('x-oss-signature')
  const date = searchParams.get('x-oss-date') ?? ''
  const scope = `${date.slice(0, 8)}/${REGION}/oss/aliyun_v4_request`
  if (searchParams.get('x-oss-credential') !== `${OSS_KEY}/${scope}`) return { status: 403, code: 'InvalidAccessKeyId' }
  const since = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  const until = since + Number(searchParams.get('x-oss-expires')) * 1000
  if (!(Date.now() >= since - 900_000 && Date.now() < until)) return { status: 403, code: 'RequestTimeTooSkewed' }
  const query = [...searchParams]
    .filter(([name]) => name !== 'x-oss-signature')
    .map(([name, value]) => [encodeURIComponent(name), encodeURIComponent(value)])
    .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const signed = Object.keys(headers)
    .filter((name) => name === 'content-type' || name === 'content-md5' || name.startsWith('x-oss-'))
    .toSorted()
    .map((name) => `${name}:${String(headers[name])}\n`)
    .join('')
  const asked = [method, encoded(decodeURIComponent(pathname)), query, signed, '', 'UNSIGNED-PAYLOAD'].join('\n')
  const text = ['OSS4-HMAC-SHA256', date, scope, createHash('sha256').update(asked).digest('hex')].join('\n')
  const key = [date.slice(0, 8), REGION, 'oss', 'aliyun_v4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `aliyun_v4${OSS_SECRET}`,
  )
  return given === createHmac('sha256', key).update(text).digest('hex') ? null : WRONG
}
