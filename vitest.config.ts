import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What runs in a browser keeps the state of a window in its modules. */
const WEB = ['web/**/*.test.{ts,tsx}', 'plugins/*/web/**/*.test.{ts,tsx}', 'plugins/format-tools/format-tools.test.ts']
/**
 * Begun first, so that at the end no worker is left alone with one of them. Those that mostly wait, for a backup that lets
 * all others go first or for a server that starts anew, take turns with those that calculate: otherwise the processors
 * would first have nothing to do, and then too much.
 */
const LONG = [
  'tests/rest/backups-in-console.',
  'tests/access/access-matrix.',
  'tests/kill/kill.',
  'tests/access/ended-rights.',
  'tests/rest/backups-in-bucket-console.',
  'tests/flows/hostile-imports.',
  'tests/rest/backup.',
  'tests/simulation/',
  'tests/operating/',
  'tests/access/',
  'tests/kill/key-change.',
  'tests/contracts/database/',
  'tests/kill/',
  'adapters/page-kinds/threaded-kinds.',
  'tests/rest/refused-start.',
  'tests/flows/page-kinds.',
  'tests/servers/',
  'tests/rest/',
]

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turnOf = ({ project, moduleId }: TestSpecification): number => {
      if (project.name === 'web') return LONG.length + 1
      const at = LONG.findIndex((part) => moduleId.includes(`/${part}`))
      return at < 0 ? LONG.length : at
    }
    return (await super.sort(files)).toSorted((a, b) => turnOf(a) - turnOf(b))
  }
}

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
          include: ['{core,adapters,plugins,server,tests,migrations}/**/*.test.{ts,tsx}'],
          exclude: WEB,
          setupFiles: ['./tests/support/end-of-file.ts'],
          // The files of a worker share one embedded database, which is emptied for each: see tests/support/world.ts.
          isolate: false,
          // Hundreds of threads are started here, and each would compile anew what it loads.
          env: { NODE_COMPILE_CACHE: path.join(import.meta.dirname, 'node_modules/.cache/octavo/compiled-threads') },
        },
      },
      { extends: true, test: { name: 'web', include: WEB } },
    ],
  },
})
