import { openDatabase } from '#adapters/database/open.ts'
import { numbersPlugin } from '#tests/support/numbers-plugin.ts'
import { taskSite } from '#tests/support/task-site.ts'

/*
 * Runs a task that can go on later and one that cannot, as far as their second number, where its parent kills it. Its
 * argument is the directory of the database.
 */
const [folder = ''] = process.argv.slice(2)
const database = await openDatabase({ location: { kind: 'directory', path: folder } })
let waiting = 0
const reached = (number: number): Promise<never> | undefined => {
  if (number < 2) return undefined
  waiting += 1
  if (waiting === 2) process.stdout.write('KILL ME\n')
  return new Promise(() => {})
}
const { start, run, world } = await taskSite(numbersPlugin({ reached }), { database })
await start(world.owner, 'resume')
await start(world.owner, 'count')
await run()
setInterval(() => {}, 60_000)
