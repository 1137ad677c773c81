import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const SMALLEST_BYTES = 1_024
const BROTLI_QUALITY = 9

/** Writes compressed copies of every built file, so that the server does not have to compress them. */
export const precompressed = (): Plugin => ({
  name: 'precompressed',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const files = globSync('**/*.{js,css,svg,json}', { cwd: dir }).map((file) => path.join(dir, file))
    await Promise.all(files.map(compress))
  },
})

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.byteLength < SMALLEST_BYTES) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  await Promise.all([
    promisify(brotliCompress)(bytes, { params }).then((small) => writeFile(`${file}.br`, small)),
    promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ])
}
