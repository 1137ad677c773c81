import { readdirSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { browserOptions } from './support/browser.ts'

const browser = await browserOptions()
const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.spec.ts'))

export default defineConfig({
  testDir: '.',
  // A project for each file, because projects share no worker: so each file has a server, and people, of its own.
  projects: files.map((file) => ({ name: file.replace('.spec.ts', ''), testMatch: `**/${file}` })),
  outputDir: '../../test-results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  // Long enough for a busy machine: a test that waits for what comes is not slower by it.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: { ...browser, timeout: 60_000 },
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
  },
})
