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

/**
 * Reads `s3://key:secret@host:port/bucket?region=…&tls=off&style=path|host`; signs in key and secret that have a meaning
 * in addresses are written with `%`.
 * @throws Error with what is wrong, without the address, which holds a secret
 */
export function s3Settings(address: string): S3Settings {
  const { host, pathname, username, password, searchParams } = new URL(address)
  const bucket = pathname.replaceAll(/^\/|\/$/g, '')
  if (host === '') throw new Error('a host must be named')
  if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket)) throw new Error('a bucket must be named after the host')
  if (username === '' || password === '') throw new Error('a key and a secret must be given, with % for special signs')
  const tls = oneOf(searchParams, 'tls', ['on', 'off'])
  return {
    endpoint: `${tls === 'off' ? 'http' : 'https'}://${host}`,
    host,
    bucket,
    region: searchParams.get('region') ?? 'us-east-1',
    key: decodeURIComponent(username),
    secret: decodeURIComponent(password),
    isPathStyle: oneOf(searchParams, 'style', ['path', 'host']) === 'path',
  }
}

function oneOf<const W extends readonly [string, ...string[]]>(
  given: URLSearchParams,
  name: string,
  words: W,
): W[number] {
  const value = given.get(name) ?? words[0]
  const word = words.find((each) => each === value)
  if (word === undefined) throw new Error(`${name} must be one of ${words.join(', ')}`)
  return word
}
