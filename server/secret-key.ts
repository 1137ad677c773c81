import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { keyIdOf } from '#adapters/system/seals.ts'
import type { Config } from './config.ts'
import { ConfigError } from './config.ts'
import { isThere, readIfThere, syncFolder, writeWhole } from './durable-files.ts'

const KEY_BYTES = 32
const LOOKS = 20
const BETWEEN_LOOKS_MS = 50

/**
 * The site's key of 32 bytes: from `SECRET_KEY`, else from `DATA_DIR/secret.key`.
 * @param mayMake whether a missing file is created
 * @returns null when there is none and none may be created
 */
export async function readSecretKey(
  { SECRET_KEY, DATA_DIR }: Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>,
  { mayMake }: { readonly mayMake: boolean },
): Promise<Uint8Array | null> {
  if (SECRET_KEY) return keyFrom(SECRET_KEY)
  const file = path.join(DATA_DIR, 'secret.key')
  if (mayMake) await make(file)
  const text = await written(file)
  if (text === '') throw new ConfigError([`${file} is empty: restore it from your backup, or remove it on a new site.`])
  return text === null ? null : keyFrom(text)
}

/** The text of a new key. */
export const newSecretKey = (): string => randomBytes(KEY_BYTES).toString('base64')

/**
 * Writes another key to `DATA_DIR/secret.key`, keeping the former one beside it. Crash-safe: the file contains one of
 * the two.
 * @param keptAs the name of the file for the former key
 * @returns the path of that file
 */
export async function replaceSecretKey(dataDirectory: string, text: string, keptAs: string): Promise<string> {
  const file = path.join(dataDirectory, 'secret.key')
  const kept = path.join(dataDirectory, keptAs)
  const { uid, gid } = await stat(file)
  // The server reads it as its own user, whoever changes the key.
  await writeWhole(kept, await readFile(file, 'utf8'), { uid, gid })
  await writeWhole(file, `${text}\n`, { uid, gid })
  return kept
}

/**
 * A file in `DATA_DIR` with the key of this id: `secret.key`, or one of those that a change of the key leaves beside it.
 * @returns its path; null when there is none
 */
export async function keptKeyFile(dataDirectory: string, id: string): Promise<string | null> {
  const names = await readdir(dataDirectory).catch(() => [])
  for (const name of names.filter((each) => each === 'secret.key' || each.startsWith('secret.key.before-'))) {
    const file = path.join(dataDirectory, name)
    const text = await readIfThere(file).catch(() => null)
    if (text && keyIdOf(keyFrom(text)) === id) return file
  }
  return null
}

/**
 * A key in use is never replaced. The file appears whole: an empty one, of a start that was killed, would stop every
 * further start. It is on disk before the database notes its id.
 */
async function make(file: string): Promise<void> {
  if (!(await isThere(file))) await makeAtOnce(file)
  await removeLeft(path.dirname(file))
}

async function makeAtOnce(file: string): Promise<void> {
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Other servers may be making one at the same moment.
  const own = `${file}.${randomUUID()}`
  try {
    await writeNew(own)
    // Fails when the file exists; another server may then have taken this one for left behind.
    await link(own, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (WITHOUT_LINKS.has(code ?? '')) await writeNew(file)
    else if (code !== 'EEXIST' && !(code === 'ENOENT' && (await isThere(file)))) throw error
  } finally {
    await rm(own, { force: true })
  }
  await syncFolder(folder)
}

/** Whether a file of this name is what a start left that was killed while it made the key. */
export const isLeftOfKey = (name: string): boolean =>
  /^secret\.key\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)

/** Called once the key is there, so that a server making one at this moment needs its own no more. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (isLeftOfKey(name)) await rm(path.join(folder, name), { force: true })
}

/** What file systems answer that have no second names for a file, such as those of some network drives. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** Does nothing when the file exists. */
async function writeNew(file: string): Promise<void> {
  try {
    const handle = await open(file, 'wx', 0o600)
    try {
      await handle.writeFile(`${newSecretKey()}\n`)
      await handle.sync()
    } catch (error) {
      await rm(file, { force: true })
      throw error
    } finally {
      await handle.close()
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** The content of the file; '' when it stays empty, null without a file. Another server may be writing it right now. */
async function written(file: string): Promise<string | null> {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const text = await readIfThere(file)
    if (text !== '') return text
    await setTimeout(BETWEEN_LOOKS_MS)
  }
  return ''
}

/** 32 bytes as base64 or hex are used directly; any other text is hashed to 32 bytes. */
export function keyFrom(text: string): Uint8Array {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  const decoded = Buffer.from(text, 'base64')
  const isBase64 = decoded.length === KEY_BYTES && /^[\w+/-]{43}=?$/.test(text)
  return isBase64 ? decoded : createHash('sha256').update(text).digest()
}
