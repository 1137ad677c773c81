import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{core,adapters,plugins,server,web,tests,migrations}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'dist/**', 'tests/e2e/**'],
    // Each file may hold an embedded database of its own; two at a time keep memory and the clock of timing rules steady.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // How long what is awaited may take on a machine that does much else.
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
  },
})
