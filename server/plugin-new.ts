/*
 * npm run plugin:new NAME                       makes plugins/NAME
 * npm run plugin:new NAME -- --drop-in FOLDER   makes FOLDER/NAME, for a server that is not built anew
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { writeNewPlugin } from './authoring/new-plugin.ts'

const HERE = path.resolve(import.meta.dirname, '../plugins')

try {
  const options = { 'drop-in': { type: 'string' } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [id, ...others] = positionals
  const folder = values['drop-in']
  if (id === undefined || others.length > 0) throw new Error('usage: npm run plugin:new NAME [-- --drop-in FOLDER]')
  const isDroppedIn = folder !== undefined
  const files = await writeNewPlugin({ id, parent: folder ?? HERE, isDroppedIn })
  const own = path.dirname(files[0] ?? '')
  const lines = [...files.map((file) => `made   ${file}`)]
  if (isDroppedIn) lines.push(`test   node --test ${own}/server.test.mjs`, `check  npm run plugin:check ${own}`)
  else lines.push(`test   npx vitest run plugins/${id}`, `check  npm run plugin:check plugins/${id}`)
  process.stdout.write(`${lines.join('\n')}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
