import { createHash, createHmac } from 'node:crypto'
import { md5Of, refuseInXml, standIn, type Received, type Refused, type StandIn } from './bucket-stand-in.ts'

export const COS_ID = 'AKIDoctavo'
export const COS_SECRET = 'cos/secret+word'

const METHODS: Readonly<Record<string, 'put' | 'get' | 'delete'>> = { PUT: 'put', GET: 'get', DELETE: 'delete' }
/** What has to be signed where it is sent, so that nobody on the way can change it. */
const MUST_BE_SIGNED = ['host', 'content-md5', 'content-type', 'content-length']

/** Tencent COS as its documentation has it, at the domain of one bucket: `localhost`. */
export const cosStandIn = (): Promise<StandIn> =>
  standIn({
    judged(received) {
      const { method, url, request, body } = received
      const refused = against(received)
      if (refused) return refused
      if (url.hostname !== 'localhost') return { status: 404, code: 'NoSuchBucket' }
      const md5 = request.headers['content-md5']
      if (md5 !== undefined && md5 !== md5Of(body, 'base64')) return { status: 400, code: 'BadDigest' }
      const what = METHODS[method]
      return what ? { what, key: keyIn(received), body } : { status: 405, code: 'MethodNotAllowed' }
    },
    refuse: refuseInXml,
    keep: (response, { body }) => void response.writeHead(200, { etag: `"${md5Of(body, 'hex')}"` }).end(),
    etagOf: (body) => `"${md5Of(body, 'hex')}"`,
    missing: (what) => (what === 'delete' ? null : { status: 404, code: 'NoSuchKey' }),
    deletedStatus: 204,
  })

const keyIn = ({ url }: Received): string => decodeURIComponent(url.pathname).slice(1)

function against(received: Received): Refused | null {
  const { method, url, request } = received
  const given = new URLSearchParams((request.headers.authorization ?? '').replaceAll('+', '%2B'))
  const of = (name: string): string => given.get(name) ?? ''
  if (of('q-sign-algorithm') !== 'sha1' || of('q-ak') !== COS_ID) return { status: 403, code: 'InvalidAccessKeyId' }
  for (const time of [of('q-sign-time'), of('q-key-time')]) {
    const [since = NaN, until = NaN] = time.split(';').map(Number)
    const now = Date.now() / 1000
    if (!(since <= now && now < until && until - since <= 3_600)) return { status: 403, code: 'RequestTimeTooSkewed' }
  }
  const headers = of('q-header-list').split(';').filter(Boolean)
  const unsigned = MUST_BE_SIGNED.filter((name) => request.headers[name] !== undefined && !headers.includes(name))
  if (unsigned.length > 0) return { status: 403, code: 'AccessDenied', message: `not signed: ${unsigned.join()}` }
  const named = [...url.searchParams.keys()].map((name) => name.toLowerCase()).toSorted()
  if (of('q-url-param-list') !== named.join(';')) return { status: 403, code: 'AccessDenied', message: 'query' }
  const signedHeaders = headers.map((name) => `${name}=${encoded(String(request.headers[name] ?? ''))}`).join('&')
  const signedQuery = named.map((name) => `${name}=${encoded(url.searchParams.get(name) ?? '')}`).join('&')
  const form = [method.toLowerCase(), `/${keyIn(received)}`, signedQuery, signedHeaders, ''].join('\n')
  const text = ['sha1', of('q-sign-time'), createHash('sha1').update(form).digest('hex'), ''].join('\n')
  const key = createHmac('sha1', COS_SECRET).update(of('q-key-time')).digest('hex')
  const right = createHmac('sha1', key).update(text).digest('hex')
  return of('q-signature') === right ? null : { status: 403, code: 'SignatureDoesNotMatch' }
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
