import type COS from 'cos-nodejs-sdk-v5'
import type { SignedRequest } from '../signed/exchange.ts'
import { GOOD_FOR_SECONDS } from '../signed/good-for.ts'
import { keyPath } from '../signed/key-path.ts'
import { md5Of, namesMd5 } from '../signed/md5.ts'
import type { Provider } from '../signed/signed-storage.ts'
import { xmlRefusal } from '../signed/xml-refusal.ts'
import type { CosSettings } from './cos-settings.ts'

/** Tencent COS. */
export function cosProvider({ bucketHost, protocol, host, bucket, secretId, secretKey }: CosSettings): Provider {
  let library: Promise<Pick<typeof COS, 'getAuthorization'>> | null = null
  const signed = async (
    method: 'GET' | 'PUT' | 'DELETE',
    key: string,
    headers: SignedRequest['headers'] = {},
  ): Promise<SignedRequest> => {
    const { getAuthorization } = await (library ??= loaded())
    const Authorization = getAuthorization({
      SecretId: secretId,
      SecretKey: secretKey,
      Method: method,
      Key: key,
      // The signature includes the host.
      Headers: { Host: bucketHost, ...headers },
      Expires: GOOD_FOR_SECONDS,
    })
    return {
      method,
      url: `${protocol}${bucketHost}/${keyPath(key)}`,
      headers: { ...headers, Authorization },
      body: null,
    }
  }
  return {
    name: `cos://${host}/${bucket}`,
    digestOf: md5Of,
    async putting(key, file, mediaType, digest) {
      const request = await signed('PUT', key, {
        'Content-Type': mediaType,
        'Content-MD5': digest,
        'Content-Length': file.bytes,
        // In case somebody opens the bucket in a browser.
        'Content-Disposition': 'attachment',
      })
      return { ...request, body: file.read() }
    },
    reading: (key) => signed('GET', key),
    deleting: (key) => signed('DELETE', key),
    hasKept: ({ headers }, _, digest) => namesMd5(headers, digest),
    hasDeleted: (status) => status === 204,
    refusalIn: (_, words) => xmlRefusal(words),
  }
}

// Only loaded when configured: it consists of 36 packages.
const loaded = async (): Promise<Pick<typeof COS, 'getAuthorization'>> => (await import('cos-nodejs-sdk-v5')).default
