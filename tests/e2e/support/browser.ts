import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Debian's packages chromium-headless-shell and chromium. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

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
  // Makes code fast that runs for long. A test is over before that pays: without it, the tests take an eighth less of the
  // processor.
  '--js-flags=--no-turbofan',
]

/**
 * The installed Chromium, best one without windows, which takes 40 % less processor time; else the one inside an npm
 * package, so that the tests need nothing installed by hand. `OCTAVO_CHROMIUM` names another.
 */
export async function browserOptions(): Promise<BrowserOptions> {
  const installed = process.env['OCTAVO_CHROMIUM'] ?? INSTALLED.find((file) => existsSync(file))
  return installed === undefined ? packagedChromium() : { executablePath: installed, args: QUIET }
}

/** Unpacked into the temporary directory, with the shared libraries a bare system lacks. */
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
