import path from 'node:path'
import { openDatabase } from '#adapters/database/open.ts'
import { IncomingFolder } from '#adapters/storage/local/incoming-folder.ts'
import { LocalStorage } from '#adapters/storage/local/local-storage.ts'
import { Storages } from '#adapters/storage/storages.ts'
import { attachmentOperations } from '#core/attachment/operations.ts'
import { coreFollowers } from '#core/followers.ts'
import type { FileStorage } from '#core/ports/files.ts'
import { aUser } from '#tests/contracts/database/things.ts'
import { fileOf } from '#tests/contracts/storage.ts'
import { Person } from '#tests/support/people.ts'
import { silentLog, testServices } from '#tests/support/services.ts'

/*
 * Keeps one file in a directory, and is killed while it keeps a second one. Its arguments are the directory and the
 * moment: before the blob is put, between the blob and its row, or after the row.
 */
const [directory = '', moment = ''] = process.argv.slice(2)
const CONTENT = 'how we pay'

const folder = path.join(directory, 'files')
const database = await openDatabase({ location: { kind: 'directory', path: path.join(directory, 'database') } })
const local = new LocalStorage(folder, silentLog)
let isDoomed = false
const die = (now: string): void => {
  if (isDoomed && moment === now) process.kill(process.pid, 'SIGKILL')
}
const mortal: FileStorage = {
  name: local.name,
  async put(key, file) {
    die('before the blob')
    await local.put(key, file)
    die('before the row')
  },
  read: (key, range) => local.read(key, range),
  delete: (key) => local.delete(key),
}
const { services: all } = testServices({ attachments: database.attachments, files: new Storages(mortal) })
const clock = { now: () => new Date() }
const services = { ...all, clock, incoming: new IncomingFolder(path.join(folder, 'incoming'), silentLog) }
const user = await aUser(database, { username: 'mei', name: 'Mei', passwordHash: '', registeredAt: clock.now() })
const mei = new Person({ database, services, operations: {}, within: coreFollowers, after: [] }, user)

async function upload(name: string): Promise<void> {
  const file = await services.incoming.receive(name, fileOf(CONTENT).read(), 100)
  await mei.do(attachmentOperations.upload, { file, pageId: 0, itemId: 0 })
}
await upload('first.txt')
isDoomed = true
await upload('second.txt')
die('after the row')
