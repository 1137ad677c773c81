import path from 'node:path'
import { openDatabase, type OpenDatabase } from '#adapters/database/open.ts'
import { IncomingFolder } from '#adapters/storage/local/incoming-folder.ts'
import { LocalStorage } from '#adapters/storage/local/local-storage.ts'
import { moveTask } from '#core/attachment/move-files.ts'
import { attachmentOperations } from '#core/attachment/operations.ts'
import { sweepFiles } from '#core/attachment/sweep.ts'
import { coreFollowers } from '#core/followers.ts'
import { contextFor } from '#core/perform.ts'
import type { Attachments } from '#core/ports/attachments.ts'
import type { FileStorage, FileStorages } from '#core/ports/files.ts'
import type { TaskContext } from '#core/task/kind.ts'
import { aUser } from '#tests/contracts/database/things.ts'
import { contentOf, fileOf } from '#tests/contracts/storage.ts'
import { Person } from '#tests/support/people.ts'
import { silentLog, testServices } from '#tests/support/services.ts'

const OTHER = 'other://elsewhere'
const textOf = (number: number): string => `file ${number} of the site`

/** Called before and after each write by which a file is moved. */
export type OnStep = (step: string) => void

/** A site whose files go from the disk into another storage, in one directory. */
export interface MovingSite extends AsyncDisposable {
  readonly database: OpenDatabase
  /** Puts so many files onto the disk. */
  upload(count: number): Promise<void>
  move(): Promise<void>
  /** What every file says, read from where it lies; null when it cannot be read. */
  texts(): Promise<readonly (string | null)[]>
  /** How many blobs lie in each of the two, and how many are noted as strays. */
  counts(): Promise<{ readonly disk: number; readonly other: number; readonly strays: number }>
  /** Sweeps as a server would after so much time. */
  sweepIn(ms: number): Promise<void>
}

export const expectedTexts = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, number) => textOf(number))

export async function movingSite(directory: string, onStep: OnStep = () => undefined): Promise<MovingSite> {
  const database = await openDatabase({ location: { kind: 'directory', path: path.join(directory, 'database') } })
  const disk = new LocalStorage(path.join(directory, 'files'), silentLog)
  const elsewhere = new LocalStorage(path.join(directory, 'elsewhere'), silentLog)
  const other: FileStorage = {
    name: OTHER,
    async put(key, file) {
      onStep('before the copy')
      await elsewhere.put(key, file)
      onStep('behind the copy')
    },
    read: (...given) => elsewhere.read(...given),
    delete: (key) => elsewhere.delete(key),
  }
  const filesInto = (current: FileStorage): FileStorages => ({
    current,
    isDecided: true,
    maySweep: () => true,
    all: [disk, other],
    named: (name) => [disk, other].find((storage) => storage.name === name) ?? null,
    at: () => other,
    onTrial: () => other,
    problemOf: () => 'notReached',
  })
  const { services: all } = testServices({ attachments: database.attachments, files: filesInto(disk) })
  const incoming = new IncomingFolder(path.join(directory, 'incoming'), silentLog)
  const clock = { now: () => new Date() }
  const services = { ...all, clock, incoming }
  const productWith = (current: FileStorage) => ({
    database,
    services: { ...services, files: filesInto(current) },
    operations: {},
    within: coreFollowers,
    after: [],
  })
  const vera =
    (await database.users.byLogin('vera')) ??
    (await aUser(database, {
      username: 'vera',
      name: 'Vera',
      isAdmin: true,
      passwordHash: '',
      registeredAt: clock.now(),
    }))
  const rows = () => database.attachments.above(0, 1_000)
  const blobsIn = async (storage: LocalStorage): Promise<number> => {
    let count = 0
    for await (const _ of storage.list()) count += 1
    return count
  }
  return {
    database,
    async upload(count) {
      const person = new Person(productWith(disk), vera)
      for (let number = 0; number < count; number += 1) {
        const file = await incoming.receive(`${number}.txt`, fileOf(textOf(number)).read(), 1_000)
        await person.do(attachmentOperations.upload, { file, pageId: 0, itemId: 0 })
      }
    },
    async move() {
      const attachments: Attachments = {
        ...database.attachments,
        async expectBlob(...given) {
          onStep('before the note')
          await database.attachments.expectBlob(...given)
          onStep('behind the note')
        },
        async relocate(...given) {
          onStep('before the row')
          const isMoved = await database.attachments.relocate(...given)
          onStep('behind the row')
          return isMoved
        },
      }
      const product = productWith(other)
      const person = new Person(product, vera)
      const store = { ...database, attachments }
      const ctx = { ...contextFor(product, person.caller, () => {}, true), store } as unknown as TaskContext
      const tools = { kept: null, progress: () => {}, keep: async () => {}, endWith: async () => {} }
      await moveTask.run(ctx, {}, { ...tools, signal: new AbortController().signal })
    },
    texts: async () =>
      Promise.all(
        (await rows()).map(async ({ storage, key }) => {
          const content = await contentOf(await (storage === OTHER ? elsewhere : disk).read(key))
          return content === null ? null : String(content)
        }),
      ),
    async counts() {
      const strays = (await database.attachments.inStorages()).reduce((sum, { strays: some }) => sum + some, 0)
      return { disk: await blobsIn(disk), other: await blobsIn(elsewhere), strays }
    },
    async sweepIn(ms) {
      const later = { ...services, files: filesInto(other), clock: { now: () => new Date(Date.now() + ms) } }
      await sweepFiles({ store: database, services: later })
    },
    [Symbol.asyncDispose]: () => database.close(),
  }
}
