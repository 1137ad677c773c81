import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const STAMP = path.join(ROOT, 'dist', 'built-from')
/** Inputs of the web build. */
const SOURCES = ['web', 'core', 'plugins', 'adapters/markdown', 'vite.config.ts', 'package-lock.json', 'tsconfig.json']
const VITE = path.join(ROOT, 'node_modules/vite/bin/vite.js')

/** Builds the web for browsers and for the server, unless the existing build was made from exactly these sources. */
export async function buildWebIfStale(): Promise<void> {
  if (!(await isWebCurrent())) await buildWeb()
}

/** Whether there is a build of the web, made from exactly the present sources. */
export async function isWebCurrent(): Promise<boolean> {
  const builtFrom = await readFile(STAMP, 'utf8').catch(() => null)
  return builtFrom === (await fingerprint())
}

/** Builds the web and records its inputs, so that the next start can compare. */
export async function buildWeb(): Promise<void> {
  const sources = await fingerprint()
  process.stdout.write('Building the web, which takes a moment …\n')
  // An aborted build must not be taken for a complete one.
  await rm(STAMP, { force: true })
  await vite('build', '--logLevel', 'warn')
  await vite('build', '--ssr', '--logLevel', 'warn')
  await writeFile(STAMP, sources)
}

function vite(...args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [VITE, ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`cannot build the web: vite ${args.join(' ')} ended with code ${code}`))
    })
  })
}

/** Changes with the content of any source file; touching a file does not cause a build. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of SOURCES)
    for (const file of await filesOf(path.join(ROOT, source)))
      hash
        .update(path.relative(ROOT, file))
        .update('\0')
        .update(await readFile(file))
  return hash.digest('hex')
}

async function filesOf(place: string): Promise<readonly string[]> {
  const entries = await readdir(place, { withFileTypes: true, recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTDIR') return null
      throw error
    },
  )
  if (entries === null) return [place]
  return entries
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted()
}
