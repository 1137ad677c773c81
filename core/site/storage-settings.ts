import { z } from 'zod'
import { line, noted, secretText } from '../schema.ts'
import { settingsSection } from '../settings.ts'

/** Object storage providers by their names on REST (spec §3 Site config). */
export const STORAGE_PROVIDERS = ['aliyun', 'qiniu', 'qcloud', 's3_storage'] as const

const LONGEST = 500
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
  }),
)
