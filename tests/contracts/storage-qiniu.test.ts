import { describe, expect, it } from 'vitest'
import { qetagOf } from '#adapters/storage/qiniu/qetag.ts'
import { qiniuProvider } from '#adapters/storage/qiniu/qiniu-provider.ts'
import { qiniuSettings } from '#adapters/storage/qiniu/qiniu-settings.ts'
import type { TimeLimits } from '#adapters/storage/signed/exchange.ts'
import { SIGNED_LIMITS, SignedStorage, type Provider } from '#adapters/storage/signed/signed-storage.ts'
import { contentOf, fileOf } from './storage.ts'
import { QINIU_BUCKET, QINIU_KEY, QINIU_SECRET, qiniuStandIn } from './storage/qiniu-stand-in.ts'
import { signedStorageContract, type Opened } from './storage/signed-storage-contract.ts'

function providerAt(
  port: number,
  limits: TimeLimits,
  { secret = QINIU_SECRET, bucket = QINIU_BUCKET }: Opened,
): Provider {
  // A bucket is read at a domain of its own.
  const domain = `${bucket === QINIU_BUCKET ? 'localhost' : '127.0.0.1'}:${port}`
  const login = `${QINIU_KEY}:${encodeURIComponent(secret)}`
  const settings = qiniuSettings(`qiniu://${login}@localhost:${port}/${bucket}?domain=${domain}&tls=off`)
  return qiniuProvider(settings, limits)
}
const storageAt = (port: number, other: Opened = {}): SignedStorage =>
  new SignedStorage(providerAt(port, SIGNED_LIMITS, other))

describe('Qiniu Kodo', () => {
  signedStorageContract({
    open: qiniuStandIn,
    provider: providerAt,
    wrongSecret: '401 BadToken',
    wrongBucket: '404 no such domain',
    errorBody: '{"error":"internal error"}',
  })

  it('takes files only into a bucket that it knows', async () => {
    const here = await qiniuStandIn()
    const elsewhere = storageAt(here.port, { bucket: 'another' })

    await expect(elsewhere.put('3f/a', fileOf('x'), 'text/plain')).rejects.toThrow('631 NoSuchBucket')
    await expect(elsewhere.delete('3f/a')).rejects.toThrow('631 NoSuchBucket')
    await here.close()
  })

  it('asks once where a bucket is', async () => {
    const here = await qiniuStandIn()
    const storage = storageAt(here.port)

    for (const key of ['3f/a', '3f/b', '3f/c']) await storage.put(key, fileOf(key), 'text/plain')

    expect(here.asked).toBe(4)
    await here.close()
  })

  it('keeps a file of several blocks', async () => {
    const here = await qiniuStandIn()
    const content = Buffer.alloc(4_194_304 * 2 + 1, 'how we pay')

    await storageAt(here.port).put('3f/a', fileOf(content), 'text/plain')

    expect((await contentOf(await storageAt(here.port).read('3f/a')))?.equals(content)).toBe(true)
    await here.close()
  })

  it('knows bytes by the hash that Qiniu publishes', async () => {
    // Of the examples beside its libraries.
    expect(await qetagOf(fileOf(''))).toBe('Fto5o-5ea0sNMlW_75VgGJCv2AcJ')
    expect(await qetagOf(fileOf('etag'))).toBe('FpLiADEaVoALPkdb8tJEJyRTXoe_')
  })
})

describe('the address of a storage of Qiniu', () => {
  it('names bucket and domain', () => {
    expect(qiniuSettings('qiniu://key:s%2Fcret@uc.qiniuapi.com/docs?domain=files.example.org')).toEqual({
      protocol: 'https://',
      host: 'uc.qiniuapi.com',
      bucket: 'docs',
      accessKey: 'key',
      secretKey: 's/cret',
      domain: 'files.example.org',
    })
  })

  it.each([
    ['qiniu://key:secret@uc.qiniuapi.com', 'a bucket must be named'],
    ['qiniu://uc.qiniuapi.com/docs?domain=d', 'a key and a secret must be given'],
    ['qiniu://key:secret@uc.qiniuapi.com/docs', 'domain must name the host'],
    ['qiniu://key:secret@uc.qiniuapi.com/docs?domain=d/e', 'domain must name the host'],
  ])('says what is wrong with %s', (address, message) => {
    expect(() => qiniuSettings(address)).toThrow(message)
  })
})
