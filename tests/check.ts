import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/*
 * `node tests/check.ts <script> …` runs these scripts of package.json side by side. What a script says is printed in one
 * piece when it ends: lines of two scripts among one another could not be read.
 */
const ROOT = path.resolve(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}
/** Each script leads a group of its own, so that what it has started ends with it. */
const groups = new Set<number>()

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    for (const group of groups) end(group)
    process.kill(process.pid, signal)
  })

const outcomes = await Promise.all(process.argv.slice(2).map(isGood))
if (outcomes.includes(false)) process.exitCode = 1

/** Runs the script to its end, and tells how it went. */
async function isGood(name: string): Promise<boolean> {
  const command = scripts[name]
  if (command === undefined) throw new Error(`package.json has no script ${name}`)
  const start = performance.now()
  const child = spawn(command, { cwd: ROOT, shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  if (child.pid !== undefined) groups.add(child.pid)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  const [code] = (await once(child, 'close')) as [number | null]
  if (child.pid !== undefined) groups.delete(child.pid)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  process.stdout.write(`${said}${code === 0 ? 'passed' : 'FAILED'}: ${name} (${command}), ${seconds} s\n\n`)
  return code === 0
}

function end(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
