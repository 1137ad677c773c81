import { describe, expect, it } from 'vitest'
import { ossProvider } from '#adapters/storage/oss/oss-provider.ts'
import { ossSettings } from '#adapters/storage/oss/oss-settings.ts'
import type { Provider } from '#adapters/storage/signed/signed-storage.ts'
import { OSS_BUCKET, OSS_KEY, OSS_SECRET, ossStandIn } from './storage/oss-stand-in.ts'
import { signedStorageContract, type Opened } from './storage/signed-storage-contract.ts'

const providerAt = (port: number, region: string, { secret = OSS_SECRET, bucket = OSS_BUCKET }: Opened): Provider => {
  const login = `${OSS_KEY}:${encodeURIComponent(secret)}`
  return ossProvider(ossSettings(`oss://${login}@localhost:${port}/${bucket}?tls=off&style=path${region}`))
}

describe.each([
  ['V1', ''],
  ['V4', '&region=cn-hangzhou'],
])('Aliyun OSS, signed as %s', (_, region) => {
  signedStorageContract({
    open: ossStandIn,
    provider: (port, _limits, other) => providerAt(port, region, other),
    wrongSecret: '403 SignatureDoesNotMatch',
    wrongBucket: '404 NoSuchBucket',
    errorBody: '<Error><Code>InternalError</Code><Message>Please try again.</Message></Error>',
  })
})

describe('the address of a storage of Aliyun', () => {
  it('names host and bucket, and the region by its host', () => {
    expect(ossSettings('oss://key:s%2Fcret@oss-cn-hangzhou-internal.aliyuncs.com/docs')).toEqual({
      endpoint: 'https://oss-cn-hangzhou-internal.aliyuncs.com',
      host: 'oss-cn-hangzhou-internal.aliyuncs.com',
      bucket: 'docs',
      region: 'cn-hangzhou',
      key: 'key',
      secret: 's/cret',
      isPathStyle: false,
    })
    expect(ossSettings('oss://key:secret@oss.example.org/docs?region=cn-beijing').region).toBe('cn-beijing')
    expect(ossSettings('oss://key:secret@oss.example.org/docs').region).toBe('')
  })

  it.each([
    ['oss://key:secret@host', 'a bucket must be named'],
    ['oss://host/bucket', 'a key and a secret must be given'],
    ['oss://key:secret@10.0.0.5:9000/bucket', 'the host must be a name'],
    ['oss://key:secret@[::1]/bucket', 'the host must be a name'],
    ['oss://key:secret@host/bucket?style=wild', 'style must be one of host, path'],
  ])('says what is wrong with %s', (address, message) => {
    expect(() => ossSettings(address)).toThrow(message)
  })
})
