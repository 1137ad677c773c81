import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { memoryImage, openDatabase, type DatabaseOptions, type OpenDatabase } from '#adapters/database/open.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CACHE = path.join(ROOT, 'node_modules/.cache/octavo')

/**
 * An empty database in memory. The first one ever is set up and kept as a file image; later ones, in whatever test run,
 * start from it in a fraction of the time.
 */
export async function memoryDatabase(options: Omit<DatabaseOptions, 'location'> = {}): Promise<OpenDatabase> {
  const image = await (kept ??= keptImage())
  return openDatabase({ ...options, location: { kind: 'memory', image } })
}

let kept: Promise<Uint8Array<ArrayBuffer>> | null = null

async function keptImage(): Promise<Uint8Array<ArrayBuffer>> {
  const file = path.join(CACHE, `database-${fingerprint()}.tar`)
  try {
    return new Uint8Array(await readFile(file))
  } catch {
    const image = await memoryImage()
    await mkdir(CACHE, { recursive: true })
    const unfinished = `${file}.${process.pid}`
    await writeFile(unfinished, image)
    await rename(unfinished, file)
    return image
  }
}

/** Changes with everything the image is made of. */
function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of globSync('migrations/*.ts', { cwd: ROOT }).sort()) hash.update(readFileSync(path.join(ROOT, file)))
  hash.update(readFileSync(path.join(ROOT, 'node_modules/@electric-sql/pglite/package.json')))
  return hash.digest('hex').slice(0, 16)
}
