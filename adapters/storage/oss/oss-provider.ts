import type OSS from 'ali-oss'
import type { IncomingFile } from '#core/ports/files.ts'
import { GOOD_FOR_SECONDS } from '../signed/good-for.ts'
import { md5Of, namesMd5 } from '../signed/md5.ts'
import type { Provider } from '../signed/signed-storage.ts'
import { xmlRefusal } from '../signed/xml-refusal.ts'
import type { OssSettings } from './oss-settings.ts'

type Headers = Readonly<Record<string, string>>

/** Aliyun OSS, and compatible storages. */
export function ossProvider(settings: OssSettings): Provider {
  let client: Promise<OSS> | null = null
  const signedUrl = async (method: 'GET' | 'PUT' | 'DELETE', key: string, headers: Headers): Promise<string> => {
    const oss = await (client ??= opened(settings))
    if (settings.region !== '') return oss.signatureUrlV4(method, GOOD_FOR_SECONDS, { headers }, key)
    const options = { method, expires: GOOD_FOR_SECONDS, ...headers }
    return oss.signatureUrl(key, options)
  }
  const bare = async (method: 'GET' | 'DELETE', key: string) => ({
    method,
    url: await signedUrl(method, key, {}),
    headers: {},
    body: null,
  })
  return {
    name: `oss://${settings.host}/${settings.bucket}`,
    digestOf: md5Of,
    async putting(key: string, file: IncomingFile, mediaType: string, digest: string) {
      const signed = { 'Content-Type': mediaType, 'Content-MD5': digest }
      return {
        method: 'PUT',
        url: await signedUrl('PUT', key, signed),
        // In case somebody opens the bucket in a browser.
        headers: { ...signed, 'Content-Length': file.bytes, 'Content-Disposition': 'attachment' },
        body: file.read(),
      }
    },
    reading: (key) => bare('GET', key),
    deleting: (key) => bare('DELETE', key),
    hasKept: ({ headers }, _, digest) => namesMd5(headers, digest),
    hasDeleted: (status) => status === 204,
    refusalIn: (_, words) => xmlRefusal(words),
  }
}

// Only loaded when configured: it consists of 80 packages.
async function opened({ endpoint, bucket, region, key, secret, isPathStyle }: OssSettings): Promise<OSS> {
  const { default: Client } = await import('ali-oss')
  return new Client({
    endpoint,
    bucket,
    ...(region !== '' && { region: `oss-${region}` }),
    accessKeyId: key,
    accessKeySecret: secret,
    secure: endpoint.startsWith('https:'),
    sldEnable: isPathStyle,
  } as OSS.Options)
}
