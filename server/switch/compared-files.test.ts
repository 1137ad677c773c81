import { expect, it } from 'vitest'
import { comparedFiles } from './compared-files.ts'

it('leaves the pieces that the storage of a plugin gives as they are, because it may keep them', async () => {
  const kept = Buffer.alloc(10_000, 'x')
  const read = async () =>
    (async function* content() {
      yield kept
    })()
  const services = { files: { named: () => ({ read }) } }
  const given = {
    showdoc: { uploads: '/nowhere', look: { uploads: { count: 1, bytes: kept.length } } },
    carried: { files: [{ planned: { path: 'a.txt' }, attachment: { id: 1, storage: 'memory://box', key: 'a' } }] },
    application: { product: { database: {}, services } },
  }

  const { sums } = await comparedFiles(given as unknown as Parameters<typeof comparedFiles>[0])

  expect([sums.map(({ id }) => id), kept.toString()]).toEqual([[1], 'x'.repeat(10_000)])
})
