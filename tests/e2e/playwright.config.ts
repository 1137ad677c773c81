import { defineConfig } from '@playwright/test'
import { browserOptions } from './support/browser.ts'

const browser = await browserOptions()

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './support/prepare-run.ts',
  outputDir: '../../test-results',
  fullyParallel: false,
  // One more than processors: a browser and its server wait for each other.
  workers: 3,
  // What fails by chance is listed at the end of the run: it is a fault to look for.
  retries: 1,
  // Long enough for a busy machine: a test that waits for what comes is not slower by it.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./support/second-tries.ts']],
  use: {
    browserName: 'chromium',
    launchOptions: { ...browser, timeout: 60_000 },
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // A test that is broken ends soon, and no longer takes a worker until its time is up, twice.
    actionTimeout: 45_000,
    navigationTimeout: 45_000,
    screenshot: 'only-on-failure',
    // Recording takes as long as the test itself on two busy cores.
    trace: 'on-first-retry',
  },
})
