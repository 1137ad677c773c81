import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { z } from 'zod'
import { LONG_FILES, turnOf } from './tests/long-files.ts'

/** What runs in a browser keeps the state of a window in its modules. */
const WEB = ['web/**/*.test.{ts,tsx}', 'plugins/*/web/**/*.test.{ts,tsx}', 'plugins/format-tools/format-tools.test.ts']
/** Those of them that put another address in place of the window's, which a window of its own does not let go. */
const AT_OTHER_ADDRESSES = ['web/api/query-client.test.ts', 'web/api/use-answer.test.tsx']
/** `only` or `without` the long files; all files when left out. */
const LONG = z.enum(['only', 'without']).optional().parse(process.env['OCTAVO_LONG'])

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => turn(a) - turn(b))
  }

  /** Long and short ones in each part, the same in every run: how long they took before does not count. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 }
    return files
      .toSorted((a, b) => turn(a) - turn(b) || (a.moduleId < b.moduleId ? -1 : 1))
      .filter((_, at) => at % count === index - 1)
  }
}

const turn = ({ project, moduleId }: TestSpecification): number =>
  project.name.startsWith('web') ? Number.MAX_SAFE_INTEGER : turnOf(moduleId)

export default defineConfig({
  test: {
    // One more than processors: who kills servers and starts them anew mostly waits for them.
    maxWorkers: 3,
    // Patience proves nothing: what hangs is found as well after a longer while, and a busy machine is not at fault.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    // How long what is awaited may take on a machine that does much else.
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include:
            LONG === 'only' ? LONG_FILES : ['{core,adapters,plugins,server,tests,migrations}/**/*.test.{ts,tsx}'],
          exclude: LONG === 'without' ? [...WEB, ...LONG_FILES] : WEB,
          globalSetup: ['./tests/support/laid-server-database.ts'],
          setupFiles: ['./tests/support/end-of-file.ts'],
          // The files of a worker share one embedded database, which is emptied for each: see tests/support/world.ts.
          isolate: false,
          // Hundreds of threads are started here, and each would compile anew what it loads.
          env: { NODE_COMPILE_CACHE: path.join(import.meta.dirname, 'node_modules/.cache/octavo/compiled-threads') },
        },
      },
      // Each file has globals and modules of its own; a process of its own would load jsdom anew for each.
      {
        extends: true,
        test: { name: 'web', include: LONG === 'only' ? [] : WEB, exclude: AT_OTHER_ADDRESSES, pool: 'vmForks' },
      },
      { extends: true, test: { name: 'web at other addresses', include: LONG === 'only' ? [] : AT_OTHER_ADDRESSES } },
    ],
  },
})
