import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const ROOT = path.resolve(import.meta.dirname, '../..')
const CHECK = path.join(ROOT, 'server/plugin-check.ts')
const LONGEST_MS = 60_000
const MOST_SAID_BYTES = 1_000_000

const Checked = z.object({ id: z.string(), faults: z.array(z.string()), sum: z.string() })
export type Checked = z.output<typeof Checked>

interface Surroundings {
  /** The folder of the plugins it would run beside. */
  readonly beside: string
  /** In the format of `PLUGIN_SUMS`; '' for none. */
  readonly sums: string
}

/**
 * Checks a plugin like `npm run plugin:check`, which loads it: in a separate process without environment variables
 * that, if this Node supports it, can only read the product and plugins, and can neither write nor start processes.
 */
export async function checkedAside(folder: string, { beside, sums }: Surroundings): Promise<Checked> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...confined([path.dirname(folder), beside]), CHECK, folder, '--beside', beside, '--json'],
    { cwd: ROOT, env: { PLUGIN_SUMS: sums }, timeout: LONGEST_MS, maxBuffer: MOST_SAID_BYTES },
  ).catch((error: unknown) => {
    // It exits with 1 when there are faults.
    const { stdout: said = '', killed = false } = error as { readonly stdout?: string; readonly killed?: boolean }
    if (killed) return { stdout: JSON.stringify(told(folder, `it did not end within ${LONGEST_MS / 1_000} s`)) }
    return { stdout: said }
  })
  // The plugin's own output comes before it.
  const last = stdout.trimEnd().split('\n').at(-1) ?? ''
  return Checked.safeParse(parsed(last)).data ?? told(folder, 'it ended the process that looked at it')
}

const told = (folder: string, fault: string): Checked => ({ id: path.basename(folder), faults: [fault], sum: '' })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The folders of the product, excluding data that may be inside them. */
const PRODUCT = [
  'package.json',
  ...['core', 'adapters', 'server', 'plugins', 'web', 'migrations', 'node_modules', 'dist'],
]

/** Where libraries detect the platform. */
const MACHINE = [
  ...['/.dockerenv', '/run/.containerenv', '/run/WSL', '/proc/sys/fs/binfmt_misc/WSLInterop'],
  ...['/proc/self/cgroup', '/proc/self/mountinfo', '/proc/version'],
]

function confined(folders: readonly string[]): readonly string[] {
  if (!process.allowedNodeEnvironmentFlags.has('--permission')) return []
  const readable = [...PRODUCT.map((name) => path.join(ROOT, name)), ...MACHINE, ...folders]
  return [
    // It warns about native addons, of which the product has some.
    ...['--disable-warning=SecurityWarning', '--permission', '--allow-addons'],
    ...readable.map((each) => `--allow-fs-read=${each}`),
  ]
}
