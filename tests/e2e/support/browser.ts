import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const SYSTEM_CHROMIUM = '/usr/bin/chromium'

interface BrowserOptions {
  readonly executablePath: string
  readonly args: string[]
  readonly env?: Record<string, string>
}

// A test browser talks to the product on this machine and to nobody else.
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The installed Chromium, else the one inside an npm package, so that the tests need nothing installed by hand.
 * The packaged one is unpacked into the temporary directory, with the shared libraries a bare system lacks.
 */
export async function browserOptions(): Promise<BrowserOptions> {
  if (existsSync(SYSTEM_CHROMIUM) && !process.env['OCTAVO_PACKAGED_CHROMIUM']) {
    return { executablePath: SYSTEM_CHROMIUM, args: QUIET }
  }
  return packagedChromium()
}

async function packagedChromium(): Promise<BrowserOptions> {
  // Read once when the package is loaded: makes it unpack its libraries outside a cloud function as well.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  const executablePath = await chromium.executablePath()
  const libraries = path.join(tmpdir(), 'al2023', 'lib')
  return {
    executablePath,
    // Not the package's own list: it switches off the web security that the tests are about.
    args: QUIET,
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: [libraries, process.env['LD_LIBRARY_PATH'] ?? ''].filter(Boolean).join(':'),
      FONTCONFIG_PATH: process.env['FONTCONFIG_PATH'] ?? path.join(tmpdir(), 'fonts'),
      HOME: await mkdtemp(path.join(tmpdir(), 'octavo-browser-')),
    },
  }
}
