import { spawn, type ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'
import path from 'node:path'
import { buildWebIfStale } from './web-build.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const ENTRY = path.join(import.meta.dirname, 'develop-server.ts')
/** Folders of the server; Vite watches the web itself. */
const FOLDERS = ['server', 'core', 'adapters', 'migrations', 'plugins']
const IS_OF_SERVER = /^(?!.*\bweb\b).*(?<!\.test)\.(ts|json)$/
/** Editors write a file in several steps. */
const SETTLE_MS = 200

/**
 * `npm run dev`: restarts the server when one of its files changes; Vite updates the browser. Not `node --watch`, under
 * which the embedded database does not start.
 */
await buildWebIfStale()
let isEnding = false
let timer: NodeJS.Timeout | undefined
let child = started()

for (const folder of FOLDERS)
  watch(path.join(ROOT, folder), { recursive: true }, (_, file) => {
    if (file === null || !IS_OF_SERVER.test(file)) return
    clearTimeout(timer)
    timer = setTimeout(startAnew, SETTLE_MS)
  })
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    isEnding = true
    if (!child.kill(signal)) process.exit()
  })

function started(): ChildProcess {
  const next = spawn(process.execPath, [ENTRY], { stdio: 'inherit' })
  next.once('exit', (code) => {
    if (isEnding) process.exit(code ?? 0)
  })
  return next
}

function startAnew(): void {
  const replace = (): void => void (child = started())
  if (child.exitCode !== null || child.signalCode !== null) return replace()
  child.once('exit', replace)
  child.kill('SIGTERM')
}
