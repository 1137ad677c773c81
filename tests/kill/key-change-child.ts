import { readConfig } from '#server/config.ts'
import { changeKey } from '#server/key-change.ts'
import { silentLog } from '#tests/support/services.ts'

/* Changes the key of the site that its environment names, row by row, and dies as by a power cut after so many steps. */
let steps = Number(process.argv[2])
const reached = async (): Promise<void> => {
  steps -= 1
  if (steps > 0) return
  process.kill(process.pid, 'SIGKILL')
  await new Promise(() => {})
}
await changeKey(readConfig(process.env), { log: silentLog, say: () => undefined, atOnce: 1, reached })
