import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from './config.ts'
import { ConfigError } from './config.ts'

const KEY_BYTES = 32

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
  const text = (await readIfThere(file))?.trim()
  if (text === '') throw new ConfigError([`${file} is empty: restore it from your backup, or remove it on a new site.`])
  return text === undefined ? null : keyFrom(text)
}

async function make(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  try {
    // Fails when there is a file already: a key that something was encrypted with is never replaced.
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(`${randomBytes(KEY_BYTES).toString('base64')}\n`)
    await handle.sync()
    await handle.close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const readIfThere = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })

/** 32 bytes as base64 or hex are taken as they are; any other text is hashed to 32 bytes. */
function keyFrom(text: string): Uint8Array {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  const decoded = Buffer.from(text, 'base64')
  const isBase64 = decoded.length === KEY_BYTES && /^[\w+/-]{43}=?$/.test(text)
  return isBase64 ? decoded : createHash('sha256').update(text).digest()
}
