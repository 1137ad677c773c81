import { s3Settings, type S3Settings } from '#adapters/storage/s3/s3-settings.ts'

export const isBucket = (place: string): boolean => place.startsWith('s3://')

/** The location of backups in a bucket. */
export interface BucketPlace {
  readonly settings: S3Settings
  /** Prefix of all keys; '' for the whole bucket. */
  readonly prefix: string
}

/**
 * @param address `s3://key:secret@host/bucket/folder?…`, like `STORAGE_URL` with an additional folder; without key and
 * secret `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY` are used, which do not appear in process lists
 * @throws Error with the problem, without the secret
 */
export function placeInBucket(
  address: string,
  { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret }: Readonly<Record<string, string | undefined>>,
): BucketPlace {
  const [, bucket = '', folder = ''] = /^\/([^/]*)\/?(.*?)\/*$/.exec(new URL(address).pathname) ?? []
  // Not all runtimes allow changing the parts of a URL with this protocol.
  const url = new URL(address.replace(/^s3:/, 'http:'))
  url.pathname = `/${bucket}`
  if (url.username === '' && key && secret)
    [url.username, url.password] = [key, secret].map(encodeURIComponent) as [string, string]
  const settings = s3Settings(url.href.replace(/^http:/, 's3:'))
  return { settings, prefix: folder === '' ? '' : `${decodeURIComponent(folder)}/` }
}
