import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Config } from './config.ts'
import { ConfigError } from './config.ts'
import { readIfThere, writeWhole } from './durable-files.ts'

const KEY_BYTES = 32
const LOOKS = 20
const BETWEEN_LOOKS_MS = 50

/**
 * The site's key of 32 bytes: from `SECRET_KEY`, else from `DATA_DIR/secret.key`.
 * @param mayMake whether a missing file is made
 * @returns null when there is none and none may be made
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
 * Puts another key into `DATA_DIR/secret.key`; the one before is kept beside it. Whenever the machine stops, the file
 * holds one of the two.
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

async function make(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  try {
    // Fails when there is a file already: a key that something was encrypted with is never replaced.
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(`${newSecretKey()}\n`)
    await handle.sync()
    await handle.close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** What is in the file; '' when nothing comes, null without a file. Another server may just be writing it. */
async function written(file: string): Promise<string | null> {
  for (let looks = 0; looks < LOOKS; looks += 1) {
    const text = await readIfThere(file)
    if (text !== '') return text
    await setTimeout(BETWEEN_LOOKS_MS)
  }
  return ''
}

/** 32 bytes as base64 or hex are taken as they are; any other text is hashed to 32 bytes. */
export function keyFrom(text: string): Uint8Array {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  const decoded = Buffer.from(text, 'base64')
  const isBase64 = decoded.length === KEY_BYTES && /^[\w+/-]{43}=?$/.test(text)
  return isBase64 ? decoded : createHash('sha256').update(text).digest()
}
