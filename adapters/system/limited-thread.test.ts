import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'

const ASKS_ONCE = `
  import { LimitedThread } from '#adapters/system/limited-thread.ts'
  const script = new URL('../page-kinds/kinds-thread.ts', import.meta.resolve('#adapters/system/limited-thread.ts'))
  const thread = new LimitedThread(script, { told: new Map(), onGivenUp: () => undefined })
  await thread.ask({ module: 'data:text/javascript,export const pageKind = { recognises: () => true }', question: 'recognises', given: [] })
  console.log('asked')
`

it('does not keep a process alive that has nothing else to do', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', ASKS_ONCE])
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))

  const [code] = (await once(child, 'close')) as [number | null]

  expect({ code, said }).toEqual({ code: 0, said: 'asked\n' })
})
