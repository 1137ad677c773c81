import { spawn } from 'node:child_process'
import path from 'node:path'
import { buildWebIfStale } from './web-build.ts'

/** `npm run dev`: the server starts anew when a file of it changes, the page in the browser follows every change of the web. */
await buildWebIfStale()
const entry = path.join(import.meta.dirname, 'develop-server.ts')
const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', entry], { stdio: 'inherit' })
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => {
  process.exitCode = code ?? 0
})
