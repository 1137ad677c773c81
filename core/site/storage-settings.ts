import { z } from 'zod'
import { line, noted, secretText } from '../schema.ts'
import { settingsSection } from '../settings.ts'

/** Object storages by their names on REST (spec §3 Site config). */
export const STORAGE_PROVIDERS = ['aliyun', 'qiniu', 'qcloud', 's3_storage'] as const

const LONGEST = 500
const written = () => line(LONGEST).default('')
// Another provider, region, bucket or domain is another host, to which the secret would be shown.
const secret = () =>
  noted({ sentTo: ['provider', 'protocol', 'endpoint', 'region', 'bucket', 'domain'] }, secretText(LONGEST)).default('')

/** The object storage that new files go to, unless `STORAGE_URL` names one. */
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
    /** Where files are read, when that is another host. */
    domain: written(),
    region: written(),
    /** With `secretKey` what qcloud has in the place of key and secret. */
    secretId: written(),
    secretKey: secret(),
  }),
)
