import { z } from 'zod'
import { line, noted, secretText } from '../schema.ts'
import { settingsSection } from '../settings.ts'

/** Object storage providers by their names on REST (spec §3 Site config). */
export const STORAGE_PROVIDERS = ['aliyun', 'qiniu', 'qcloud', 's3_storage'] as const

/** The kind of storage of each. */
export const KIND_OF_PROVIDER = { aliyun: 'oss', qiniu: 'qiniu', qcloud: 'cos', s3_storage: 's3' } as const

const LONGEST = 500
export const LONGEST_ADDRESS = 2_000
const written = () => line(LONGEST).default('')
// Another provider, region, bucket or domain means another host, which would receive the secret.
const secret = () =>
  noted({ sentTo: ['provider', 'protocol', 'endpoint', 'region', 'bucket', 'domain'] }, secretText(LONGEST)).default('')

/** The object storage for new files, unless `STORAGE_URL` is set. */
export const storageSettings = settingsSection(
  'storage',
  z.object({
    isOpen: z.boolean().default(false),
    provider: z.enum(STORAGE_PROVIDERS).default('aliyun'),
    key: written(),
    secret: secret(),
    endpoint: written(),
    bucket: written(),
    protocol: z.enum(['http', 'https']).default('http'),
    /** The host for reading files, if different. */
    domain: written(),
    region: written(),
    /** Together with `secretKey`, qcloud's equivalent of key and secret. */
    secretId: written(),
    secretKey: secret(),
    /** A kind of storage that a plugin adds, which counts instead of all of the above; '' for none. */
    kind: written(),
    /** Where that storage is, with its secret: the whole address in the format of `STORAGE_URL`. */
    address: noted({ sentTo: ['kind'] }, secretText(LONGEST_ADDRESS)).default(''),
  }),
)
