/*
 * npm run plugin:check FOLDER   holds the plugin in this folder against the contract; with PLUGIN_SUMS in the environment
 *                               also against its sum
 *
 * --beside FOLDER names where the plugins lie that it would run beside, when that is not where it lies itself; with --json
 * the last line is what was found.
 */
import { parseArgs } from 'node:util'
import { checkPlugin, dueSumOf } from './authoring/check-plugin.ts'
import { readConfig } from './config.ts'

const { positionals, values } = parseArgs({
  options: { beside: { type: 'string' }, json: { type: 'boolean', default: false } },
  allowPositionals: true,
  strict: false,
})
const [folder] = positionals
if (folder === undefined || positionals.length !== 1) {
  process.stderr.write('usage: npm run plugin:check FOLDER\n')
  process.exit(1)
}
const { PLUGIN_SUMS } = readConfig({ PLUGIN_SUMS: process.env['PLUGIN_SUMS'] })
const beside = typeof values.beside === 'string' ? values.beside : undefined
const checked = await checkPlugin(folder, dueSumOf(PLUGIN_SUMS, folder), beside)
const { id, faults, sum } = checked
if (values.json === true) process.stdout.write(`\n${JSON.stringify(checked)}\n`)
else {
  for (const fault of faults) process.stdout.write(`${id}: ${fault}\n`)
  if (faults.length === 0) process.stdout.write(`${id} keeps the contract.${sum && ` PLUGIN_SUMS=${id}=${sum}`}\n`)
}
// Loaded code may keep the process running.
process.exit(faults.length === 0 ? 0 : 1)
