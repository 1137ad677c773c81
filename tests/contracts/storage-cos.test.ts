import { describe, expect, it } from 'vitest'
import { cosProvider } from '#adapters/storage/cos/cos-provider.ts'
import { cosSettings } from '#adapters/storage/cos/cos-settings.ts'
import { COS_ID, COS_SECRET, cosStandIn } from './storage/cos-stand-in.ts'
import { signedStorageContract } from './storage/signed-storage-contract.ts'

describe('Tencent COS', () => {
  signedStorageContract({
    open: cosStandIn,
    provider(port, _, { secret = COS_SECRET, bucket }) {
      // A host is the bucket's own here, so another bucket is another host.
      const [host, name] = bucket === undefined ? ['localhost', 'octavo-1250000000'] : ['127.0.0.1', bucket]
      const login = `${COS_ID}:${encodeURIComponent(secret)}`
      const settings = cosSettings(`cos://${login}@${host}:${port}/${name}?tls=off&style=domain`)
      return cosProvider(settings)
    },
    wrongSecret: '403 SignatureDoesNotMatch',
    wrongBucket: '404 NoSuchBucket',
    errorBody: '<Error><Code>InternalError</Code><Message>Please try again.</Message></Error>',
  })
})

describe('the address of a storage of Tencent', () => {
  it('names the region by its host, and the bucket with its account', () => {
    expect(cosSettings('cos://id:k%2Fey@cos.ap-guangzhou.myqcloud.com/docs-1250000000')).toEqual({
      bucketHost: 'docs-1250000000.cos.ap-guangzhou.myqcloud.com',
      protocol: 'https://',
      host: 'cos.ap-guangzhou.myqcloud.com',
      bucket: 'docs-1250000000',
      secretId: 'id',
      secretKey: 'k/ey',
    })
  })

  it.each([
    ['cos://id:key@host', 'a bucket must be named'],
    ['cos://id:key@host/docs', 'is no name of a bucket'],
    ['cos://host/docs-1250000000', 'a key and a secret must be given'],
    ['cos://id:key@host/docs-1250000000?style=path', 'style must be one of host, domain'],
  ])('says what is wrong with %s', (address, message) => {
    expect(() => cosSettings(address)).toThrow(message)
  })
})
