import { createHash, createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { standIn, type Asked, type Received, type Refused, type StandIn } from './bucket-stand-in.ts'

export const QINIU_KEY = 'octavo-access-key'
export const QINIU_SECRET = 'qiniu/secret+word'
export const QINIU_BUCKET = 'octavo-docs'

const WRONG: Refused = { status: 401, code: 'bad token' }

/** Qiniu Kodo as its documentation has it: all its hosts in one; files are read at `localhost`. */
export const qiniuStandIn = (): Promise<StandIn> =>
  standIn({
    judged(received, response) {
      const { method, url } = received
      if (url.pathname === '/v4/query') return hostsOf(received, response)
      if (method === 'POST' && url.pathname === '/') return uploaded(received)
      if (method === 'POST') return managed(received)
      return read(received)
    },
    refuse: (response, { status, code }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: code }))
    },
    // By the body that the policy asks for.
    keep: (response, { body }) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ hash: hashOf(body) })),
    etagOf: (body) => `"${hashOf(body)}"`,
    missing: (what) =>
      what === 'delete'
        ? { status: 612, code: 'no such file or directory' }
        : { status: 404, code: 'Document not found' },
    deletedStatus: 200,
  })

function hostsOf({ url, request }: Received, response: ServerResponse): Refused | null {
  if (url.searchParams.get('ak') !== QINIU_KEY) return { status: 401, code: 'app/accesskey is not found' }
  if (url.searchParams.get('bucket') !== QINIU_BUCKET) return { status: 631, code: 'no such bucket' }
  const domains = [request.headers.host]
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ hosts: [{ region: 'z0', ttl: 86_400, up: { domains }, rs: { domains } }] }))
  return null
}

const signed = (text: string): string =>
  createHmac('sha1', QINIU_SECRET).update(text).digest('base64').replaceAll('+', '-').replaceAll('/', '_')

/** key:sign(policy):policy, the policy as JSON in base 64 for addresses. */
function uploaded({ request, body }: Received): Asked | Refused {
  const fields = fieldsOf(request.headers['content-type'] ?? '', body)
  const [token, key, file] = ['token', 'key', 'file'].map((name) => fields.get(name))
  const [accessKey, signature, policy = ''] = String(token).split(':')
  if (accessKey !== QINIU_KEY || signature !== signed(policy)) return WRONG
  const { scope, deadline, fsizeMin, fsizeLimit } = JSON.parse(Buffer.from(policy, 'base64url').toString()) as Record<
    'scope' | 'deadline' | 'fsizeMin' | 'fsizeLimit',
    string | number
  >
  if (!(Number(deadline) > Date.now() / 1000)) return { status: 401, code: 'expired token' }
  if (!key || scope !== `${QINIU_BUCKET}:${String(key)}`) return { status: 403, code: 'key doesn’t match with scope' }
  if (!file) return { status: 400, code: 'file is not specified in multipart' }
  if (file.length < Number(fsizeMin) || file.length > Number(fsizeLimit)) return { status: 413, code: 'invalid size' }
  return { what: 'put', key: String(key), body: file }
}

/** The parts of a form by their names. */
function fieldsOf(contentType: string, body: Buffer): ReadonlyMap<string, Buffer> {
  const line = `--${/boundary=(.+)$/.exec(contentType)?.[1]}`
  const fields = new Map<string, Buffer>()
  for (let at = body.indexOf(line); at >= 0;) {
    const next = body.indexOf(`\r\n${line}`, at)
    const part = body.subarray(at + line.length + 2, next < 0 ? undefined : next)
    const headEnd = part.indexOf('\r\n\r\n')
    const name = / name="([^"]+)"/.exec(part.subarray(0, headEnd).toString())?.[1]
    if (name !== undefined) fields.set(name, part.subarray(headEnd + 4))
    at = next < 0 ? -1 : next + 2
  }
  return fields
}

/** The address without its token is what is signed. */
function read({ url, request }: Received): Asked | Refused {
  const whole = `http://${request.headers.host}${request.url}`
  const [base = '', token = ''] = whole.split('&token=')
  if (token !== `${QINIU_KEY}:${signed(base)}`) return WRONG
  if (!(Number(url.searchParams.get('e')) > Date.now() / 1000)) return { status: 401, code: 'expired token' }
  if (url.hostname !== 'localhost') return { status: 404, code: 'no such domain' }
  return { what: 'get', key: decodeURIComponent(url.pathname).slice(1), body: Buffer.alloc(0) }
}

/** Both ways of signing commands: QBox, and Qiniu with method, host and type. */
function managed({ method, request, body }: Received): Asked | Refused {
  const path = request.url ?? ''
  const type = request.headers['content-type']
  const form = type === 'application/x-www-form-urlencoded' ? String(body) : ''
  const older = `QBox ${QINIU_KEY}:${signed(`${path}\n${form}`)}`
  const lines = [
    `${method} ${path}`,
    `Host: ${request.headers.host}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
  ]
  const newer = `Qiniu ${QINIU_KEY}:${signed(`${lines.join('\n')}\n\n${type === undefined ? '' : String(body)}`)}`
  if (![older, newer].includes(request.headers.authorization ?? '')) return WRONG
  const entry = /^\/delete\/([\w-]+)$/.exec(path)?.[1]
  if (entry === undefined) return { status: 400, code: 'invalid argument' }
  const [bucket, key = ''] = Buffer.from(entry, 'base64url').toString().split(/:(.*)/s)
  if (bucket !== QINIU_BUCKET) return { status: 631, code: 'no such bucket' }
  return { what: 'delete', key, body }
}

const sha1 = (bytes: Buffer): Buffer => createHash('sha1').update(bytes).digest()
const hashOf = (body: Buffer): string => {
  const blocks = Array.from({ length: Math.max(1, Math.ceil(body.length / 4_194_304)) }, (_, at) =>
    sha1(body.subarray(at * 4_194_304, (at + 1) * 4_194_304)),
  )
  const digest = blocks.length === 1 ? (blocks[0] ?? Buffer.alloc(0)) : sha1(Buffer.concat(blocks))
  return Buffer.concat([Buffer.of(blocks.length === 1 ? 0x16 : 0x96), digest]).toString('base64url')
}
