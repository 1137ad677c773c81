import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { takeNote } from './standstill-note.ts'

const run = promisify(execFile)
const WATCH = pathToFileURL(path.join(import.meta.dirname, 'standstill-watch.ts')).href

/** Runs this code in a process that is watched, until the code ends or `hasEnoughOf` what it has said. */
async function watched(
  code: string,
  ofPlugin: string | null,
  hasEnoughOf: (text: string) => boolean = () => false,
): Promise<{ readonly text: string; readonly dataDirectory: string }> {
  const dataDirectory = await mkdtemp(path.join(tmpdir(), 'octavo-standstill-'))
  onTestFinished(() => rm(dataDirectory, { recursive: true, force: true }))
  const folder = ofPlugin === null ? dataDirectory : path.join(dataDirectory, 'plugins', ofPlugin)
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'plugin.mjs'), code)
  const script = `import { watchForStandstill } from ${JSON.stringify(WATCH)}
    const told = (id, problem) => process.stderr.write(\`\${id} \${problem}\n\`)
    watchForStandstill({ DATA_DIR: ${JSON.stringify(dataDirectory)} }, told)
    await import(${JSON.stringify(pathToFileURL(path.join(folder, 'plugin.mjs')).href)})`
  const entry = path.join(dataDirectory, 'server.mjs')
  await writeFile(entry, script)
  const running = run(process.execPath, [entry], { timeout: 50_000, killSignal: 'SIGKILL' })
  let text = ''
  running.child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    if (hasEnoughOf(text)) running.child.kill('SIGKILL')
  })
  // A killed process is an error, which holds the same.
  const { stderr } = (await running.catch((error: unknown) => error)) as { readonly stderr: string }
  return { text: `${text}${stderr}`, dataDirectory }
}

it('names the plugin that loops without an end, wherever it does, and once more at the next start', async () => {
  const loops = [
    'for (;;);',
    'await new Promise((go) => setTimeout(go, 50))\nfor (;;);',
    "const list = [1]\nlist.forEach(() => { for (;;) list.includes('a') })",
    "/^(a+)+$/.test('a'.repeat(60) + 'b')",
  ]
  const all = await Promise.all(loops.map((code) => watched(code, 'endless', (said) => said.includes('\n'))))

  for (const { text, dataDirectory } of all) {
    expect(JSON.parse(text)).toMatchObject({
      level: 'error',
      msg: 'the plugin endless blocks the server, which answers nobody: PLUGINS_DISABLED=endless disables it',
    })
    expect(text).toContain('plugins/endless/plugin.mjs:')
    expect([takeNote(dataDirectory), takeNote(dataDirectory)]).toEqual(['endless', null])
  }
})

it('says when the plugin has stopped, tells the server of it, and forgets it', async () => {
  const untilNamed = `import { existsSync } from 'node:fs'
    const note = new URL('../../blocked-by-plugin', import.meta.url)
    while (!existsSync(note));
    while (existsSync(note)) await new Promise((go) => setTimeout(go, 50))`

  const { text } = await watched(untilNamed, 'slow')

  expect(text.trim().split('\n')).toEqual([
    expect.stringContaining('the plugin slow blocks the server'),
    expect.stringContaining('the plugin slow has stopped blocking the server'),
    expect.stringMatching(/^slow it blocked the server at file:.*plugins\/slow\/plugin\.mjs:3:/),
  ])
})

it('says nothing of what is no plugin, nor of a plugin that waits', async () => {
  const all = await Promise.all([
    watched('for (const until = Date.now() + 7000; Date.now() < until;);', null),
    watched('await new Promise((go) => setTimeout(go, 7000))', 'patient'),
  ])

  expect(all.map(({ text }) => text)).toEqual(['', ''])
})
