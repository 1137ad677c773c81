import { afterAll, beforeAll, expect, it } from 'vitest'
import { coreOperations } from '#core/operations.ts'
import { contribute, exportFormats, type ExportFormat } from '#core/plugin.ts'
import { listingFormat } from '#tests/support/listing-format.ts'
import type { Person } from '#tests/support/people.ts'
import { world as newWorld, type World } from '#tests/support/world.ts'

/** A format that writes what a test gives it. */
const given: { write: ExportFormat['write'] } = { async *write() {} }
const givenFormat: ExportFormat = { ...listingFormat, id: 'given', write: (...passed) => given.write(...passed) }

let world: World
beforeAll(async () => {
  world = await newWorld({ contributes: [contribute(exportFormats, givenFormat)] })
})
afterAll(() => world.close())

it('an export waits for its turn while the same person has two others written, which whoever reads no piece has not', async () => {
  const item = await world.addItem()
  let begun = 0
  const mayEnd = Promise.withResolvers<void>()
  given.write = async function* () {
    begun += 1
    yield Buffer.from('begun')
    await mayEnd.promise
  }
  const exportedBy = async (person: Person) => {
    const { content } = await person.do(coreOperations.export.file, { format: 'given', itemId: item.id })
    return content[Symbol.asyncIterator]()
  }
  const unread = await Promise.all([exportedBy(world.owner), exportedBy(world.owner)])
  const [first, second, third] = await Promise.all(Array.from({ length: 3 }, () => exportedBy(world.owner)))
  await first?.next()
  await second?.next()

  const waiting = third?.next()
  const ofAnother = await exportedBy(world.editor)
  expect(await ofAnother.next()).toMatchObject({ value: Buffer.from('begun') })
  expect(begun).toBe(3)

  await second?.return?.()
  expect(await waiting).toMatchObject({ value: Buffer.from('begun') })
  mayEnd.resolve()
  for (const pieces of [first, third, ofAnother]) expect(await pieces?.next()).toMatchObject({ done: true })
  for (const pieces of unread) {
    expect(await pieces.next()).toMatchObject({ value: Buffer.from('begun') })
    expect(await pieces.next()).toMatchObject({ done: true })
  }
})
