import { movingSite } from './moving-site.ts'

/*
 * Puts files onto the disk of a site and is killed while it moves them. Its arguments are the directory, how many files
 * there are, the step before or behind which it dies, and at which of them.
 */
const [directory = '', count = '', step = '', at = ''] = process.argv.slice(2)

let steps = 0
let isDoomed = false
const site = await movingSite(directory, (now) => {
  if (!isDoomed || now !== step) return
  steps += 1
  if (steps === Number(at)) process.kill(process.pid, 'SIGKILL')
})
await site.upload(Number(count))
isDoomed = true
await site.move()
