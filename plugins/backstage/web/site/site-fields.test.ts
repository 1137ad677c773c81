import { describe, expect, it } from 'vitest'
import { isRefusal } from '#core/errors.ts'
import { storageAddressOf } from '#core/site/storage-address.ts'
import { storageSettings } from '#core/site/storage-settings.ts'
import { missingOfStorage, seenOf, wishesOf } from './site-fields.ts'

const NAMES = ['key', 'secret', 'secretId', 'secretKey', 'endpoint', 'region', 'bucket', 'domain'] as const
const PROVIDERS = ['aliyun', 'qiniu', 'qcloud', 's3_storage'] as const
const WHOLE = Object.fromEntries(NAMES.map((name) => [name, 'given']))

/** The field that the server refuses; null when it has all it needs. */
function refusedIn(values: object): string | null {
  try {
    storageAddressOf(storageSettings.schema.parse(values))
    return null
  } catch (error) {
    if (isRefusal(error)) return String(error.details['field'])
    throw error
  }
}

describe.each(PROVIDERS)('[ADMIN-31] the object storage of %s', (provider) => {
  it.each(NAMES)('is asked for “%s” when it is empty exactly if the server refuses it then', (name) => {
    const values = { ...WHOLE, provider, [name]: ' ' }

    const refused = refusedIn(values)

    expect(missingOfStorage(values)).toEqual(refused === null ? {} : { [refused]: 'missing' })
  })

  it('is asked for everything that is empty at once', () => {
    const empty = { provider, ...Object.fromEntries(NAMES.map((name) => [name, ''])) }

    const given = NAMES.filter((name) => missingOfStorage(empty)[name] === 'missing')

    expect(given).toHaveLength(4)
  })
})

describe('the storage of a plugin', () => {
  const chosen = { provider: 'drawer', address: 'drawer://sesame@docs' }

  it('is asked for its address alone', () => {
    expect(missingOfStorage({ ...chosen, address: ' ' })).toEqual({ address: 'missing' })
    expect(missingOfStorage(chosen)).toEqual({})
  })

  it('is a kind of its own on the server, which a provider of the product ends', () => {
    expect(wishesOf(chosen)).toEqual({ ossSetting: { kind: 'drawer', address: chosen.address } })
    expect(wishesOf({ provider: 'aliyun', key: 'k' })).toEqual({
      ossSetting: { provider: 'aliyun', kind: '', key: 'k' },
    })
    expect(wishesOf({ key: 'k' })).toEqual({ ossSetting: { key: 'k' } })
    expect([seenOf({ provider: 'drawer' }), seenOf({ provider: 'qiniu' }), seenOf({ ossOpen: 'true' })]).toEqual([
      { kind: 'drawer' },
      { provider: 'qiniu', kind: '' },
      { ossOpen: 'true' },
    ])
  })
})
