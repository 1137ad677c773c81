/*
 * npm run plugin:check FOLDER   holds the plugin in this folder against the contract; with PLUGIN_SUMS in the environment
 *                               also against its sum
 */
import { checkPlugin, dueSumOf } from './authoring/check-plugin.ts'
import { readConfig } from './config.ts'

const [folder, ...others] = process.argv.slice(2)
if (folder === undefined || others.length > 0) {
  process.stderr.write('usage: npm run plugin:check FOLDER\n')
  process.exit(1)
}
const { PLUGIN_SUMS } = readConfig({ PLUGIN_SUMS: process.env['PLUGIN_SUMS'] })
const { id, faults, sum } = await checkPlugin(folder, dueSumOf(PLUGIN_SUMS, folder))
for (const fault of faults) process.stdout.write(`${id}: ${fault}\n`)
if (faults.length === 0) process.stdout.write(`${id} keeps the contract.${sum && ` PLUGIN_SUMS=${id}=${sum}`}\n`)
// What was loaded may hold the process.
process.exit(faults.length === 0 ? 0 : 1)
