import { s3Settings, type S3Settings } from '#adapters/storage/s3/s3-settings.ts'

export const isBucket = (place: string): boolean => place.startsWith('s3://')

/** Where in a bucket backups lie. */
export interface BucketPlace {
  readonly settings: S3Settings
  /** Begins the keys of all that lies there; '' for the whole bucket. */
  readonly prefix: string
}

/**
 * @param address `s3://key:secret@host/bucket/folder?…`, as `STORAGE_URL` has it but for the folder; without key and secret
 * those of `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY` are taken, which no list of processes shows
 * @throws Error with what is wrong, without the secret
 */
export function placeInBucket(
  address: string,
  { AWS_ACCESS_KEY_ID: key, AWS_SECRET_ACCESS_KEY: secret }: Readonly<Record<string, string | undefined>>,
): BucketPlace {
  const [, bucket = '', folder = ''] = /^\/([^/]*)\/?(.*?)\/*$/.exec(new URL(address).pathname) ?? []
  // The protocol has no parts that every runtime lets others set.
  const url = new URL(address.replace(/^s3:/, 'http:'))
  url.pathname = `/${bucket}`
  if (url.username === '' && key && secret)
    [url.username, url.password] = [key, secret].map(encodeURIComponent) as [string, string]
  const settings = s3Settings(url.href.replace(/^http:/, 's3:'))
  return { settings, prefix: folder === '' ? '' : `${decodeURIComponent(folder)}/` }
}
