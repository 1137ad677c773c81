/** The common part of addresses of remote storages. */
export interface StorageAddress {
  /** With its port, if it has one. */
  readonly host: string
  readonly bucket: string
  readonly key: string
  readonly secret: string
  /** `https://`, or `http://` with `?tls=off`. */
  readonly protocol: string
  /** The word for a name in the address, the first of these by default. @throws Error for an unknown word */
  word<const W extends readonly [string, ...string[]]>(name: string, words: W): W[number]
  /** '' when missing. */
  text(name: string): string
}

/**
 * Parses `kind://key:secret@host:port/bucket?name=value`; reserved characters in key and secret are percent-encoded.
 * @throws Error with the problem, without the address, which contains a secret
 */
export function storageAddress(address: string, bucketNames: RegExp): StorageAddress {
  const { host, pathname, username, password, searchParams } = new URL(address)
  const bucket = pathname.replaceAll(/^\/|\/$/g, '')
  if (host === '') throw new Error('a host must be named')
  if (bucket === '') throw new Error('a bucket must be named after the host')
  // Not with it: where a secret has a slash, it holds a part of the secret.
  if (!bucketNames.test(bucket))
    throw new Error('what follows the host is no name of a bucket, or special signs of the secret lack their %')
  if (username === '' || password === '') throw new Error('a key and a secret must be given, with % for special signs')
  const word: StorageAddress['word'] = (name, words) => {
    const value = searchParams.get(name) ?? words[0]
    const known = words.find((each) => each === value)
    if (known === undefined) throw new Error(`${name} must be one of ${words.join(', ')}`)
    return known
  }
  return {
    host,
    bucket,
    key: decodeURIComponent(username),
    secret: decodeURIComponent(password),
    protocol: word('tls', ['on', 'off']) === 'off' ? 'http://' : 'https://',
    word,
    text: (name) => searchParams.get(name) ?? '',
  }
}
