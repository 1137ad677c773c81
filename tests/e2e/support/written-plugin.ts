import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Writes a plugin into this folder, which need not exist. @param files their contents by name */
export async function writePlugin(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
}
