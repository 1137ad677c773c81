import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const sources = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join(folder, file))
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const importsOf = (file: string): string[] =>
  [...read(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier]) => specifier ?? '')

interface Finding {
  readonly code: string
  readonly filename: string
}
interface LinterReport {
  readonly diagnostics: readonly Finding[]
  readonly number_of_files: number
}
const FORBIDDEN = [
  ['core', 'node:fs'],
  ['core', 'pg'],
  ['core', '#server/app.ts'],
  ['core', '../../server/app.ts'],
  ['adapters', '#server/app.ts'],
  ['adapters', 'bull/lib/job'],
  ['adapters/jobs', '@mikro-orm/core'],
  ['plugins', '#core/item/item.ts'],
  ['plugins', '#server/app.ts'],
  ['plugins', '#adapters/database/open.ts'],
  ['plugins/any/web', '#core/plugin.ts'],
  ['plugins/any/web', '#core/page/markdown-kind.ts'],
  ['plugins/any/web', '#web/screens/page-edit/start-page.ts'],
  ['plugins/any/web', '#plugins/templates/web.tsx'],
  ['web', '#server/trpc/router.ts'],
  ['web', '#adapters/database/open.ts'],
  ['web', '#plugins/templates/plugin.ts'],
  ['web', '#core/operation.ts'],
  ['web/screens', '@blocknote/core'],
  ['server', '#plugins/templates/plugin.ts'],
  ['server', 'inversify'],
  ['server/rest', '@trpc/server'],
  ['migrations', '#server/app.ts'],
] as const
const ALLOWED = [
  ['core', 'zod'],
  ['core', './item.ts'],
  ['plugins', '#core/plugin.ts'],
  ['plugins', '#core/thread-api.ts'],
  ['plugins/any/web', '#core/limits.ts'],
  ['plugins/any/web', '#web/parts/button.tsx'],
  ['web', '#core/limits.ts'],
  ['web/editor', '@blocknote/core'],
  ['server/compose', 'inversify'],
  ['adapters/database', '@mikro-orm/core'],
] as const
const LINT_RULES = '.oxlintrc.json'
const PROBES = [...FORBIDDEN, ...ALLOWED]
const probeOf = (folder: string, specifier: string): string =>
  path.join(folder, '-probe', `probe-${PROBES.findIndex((probe) => probe[0] === folder && probe[1] === specifier)}.ts`)

/**
 * Lints a file for each probe, in its folder, as the build would; all in one call, for the linter takes long to start.
 * The folders are those of another root: other tests read the product's own at the same time.
 */
function findings(): readonly Finding[] {
  const root = mkdtempSync(path.join(tmpdir(), 'octavo-probes-'))
  const files = PROBES.map(([folder, specifier]) => probeOf(folder, specifier))
  try {
    copyFileSync(path.join(ROOT, LINT_RULES), path.join(root, LINT_RULES))
    for (const [at, file] of files.entries()) {
      mkdirSync(path.join(root, path.dirname(file)), { recursive: true })
      writeFileSync(path.join(root, file), `import thing from '${PROBES[at]?.[1]}'\nexport const used = thing\n`)
    }
    const linter = [path.join(ROOT, 'node_modules/oxlint/bin/oxlint'), '--format=json', ...files]
    const { stdout } = spawnSync(process.execPath, linter, { cwd: root, encoding: 'utf8' })
    const { diagnostics, number_of_files: read } = JSON.parse(stdout) as LinterReport
    expect(read).toBe(PROBES.length)
    return diagnostics
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

describe('the import rules are enforced by the linter', () => {
  let found: readonly Finding[]
  beforeAll(() => {
    found = findings()
  })
  const refusalsOf = (folder: string, specifier: string): readonly Finding[] =>
    found.filter(
      ({ code, filename }) => code.includes('no-restricted-imports') && filename === probeOf(folder, specifier),
    )

  it.each(FORBIDDEN)('%s may not import %s', (folder, specifier) => {
    expect(refusalsOf(folder, specifier)).not.toEqual([])
  })

  it.each(ALLOWED)('%s may import %s', (folder, specifier) => {
    expect(refusalsOf(folder, specifier)).toEqual([])
  })
})

describe('the code', () => {
  it('keeps domain files free of operations', () => {
    const domain = sources('core').filter((file) => !/(operations|\.test)\.tsx?$/.test(file))

    const offenders = domain.filter((file) => importsOf(file).some((specifier) => /operations\.ts$/.test(specifier)))

    expect(domain.length).toBeGreaterThan(20)
    expect(offenders).toEqual([])
  })

  const NAMES_PLUGINS = ['server/rest/documented-calls.ts', 'core/own-seals.ts']
  it('names no plugin outside plugins', () => {
    const plugins = readdirSync(path.join(ROOT, 'plugins'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    )
    const others = ['core', 'adapters', 'server', 'web', 'migrations']
      .flatMap(sources)
      // The addresses of the specification, whoever answers them, the tables of ShowDoc, whoever takes them over, and a
      // purpose for which a plugin sealed before purposes of plugins had their names (851).
      .filter((file) => !/\.test\.tsx?$|^server\/switch\//.test(file) && !NAMES_PLUGINS.includes(file))

    const offenders = plugins.flatMap(({ name }) =>
      others.filter((file) => new RegExp(`['"/]${name}['"/]`).test(read(file))),
    )

    expect(plugins.length).toBeGreaterThan(0)
    expect(offenders).toEqual([])
  })

  it('reaches items and pages through doors only', () => {
    const files = ['core', 'plugins', 'server'].flatMap(sources).filter((file) => !/\.test\.ts$/.test(file))

    // The types hide it from everybody else.
    const readers = files.filter((file) => /\bfactsIn\(|\bstore\.access\b/.test(read(file)))

    expect(readers.length).toBeGreaterThan(0)
    expect(readers.filter((file) => !file.startsWith('core/access/'))).toEqual([])
  })

  it('lets doors decide by the caller that the product has recognised only', () => {
    const doors = sources('core/access').filter((file) => !/\.test\.ts$/.test(file))

    expect(doors.filter((file) => read(file).includes('callerIn(ctx)')).length).toBeGreaterThan(3)
    expect(
      doors.filter((file) => /\bctx\.(actor|session)\.(kind|id|isAdmin|passed)|\(\{ actor\b/.test(read(file))),
    ).toEqual([])
  })

  it('says of items and pages that they are opened at doors only', () => {
    const files = ['core', 'plugins', 'server', 'adapters']
      .flatMap(sources)
      .filter((file) => !/\.test\.tsx?$/.test(file))

    const claims = files.filter((file) =>
      /\bas (OpenItemId|OpenPageId|OpenAccountId|OpenTeamId|OpenMenuKey|OpenedItem|OpenedPage|OpenedTeam)\b/.test(
        read(file),
      ),
    )

    expect(claims.length).toBeGreaterThan(0)
    expect(claims.filter((file) => !file.startsWith('core/access/'))).toEqual([])
  })

  it('makes programs of callers at one door only', () => {
    const files = ['core', 'plugins', 'server', 'adapters'].flatMap(sources).filter((file) => !/\.test\.ts$/.test(file))

    const makers = files.filter((file) => /\bctx\.actAs\(|\bverifiedProgram\(|\bas Program\b/.test(read(file)))

    expect(makers).toEqual(['core/actor.ts', 'core/access/token-door.ts'])
  })

  it('keeps every screen to itself: what two screens share is in a room of its own', () => {
    const screenOf = (file: string): string | undefined => /^web\/screens\/([^/]+)\//.exec(file)?.[1]
    const resolved = (file: string, specifier: string): string =>
      specifier.startsWith('#') ? specifier.slice(1) : path.join(path.dirname(file), specifier)
    const files = sources('web').filter(
      (file) =>
        screenOf(file) !== undefined || !/^web\/(screens|reader|reader-parts|person-parts|server-entry)\./.test(file),
    )

    const offenders = files.flatMap((file) =>
      importsOf(file)
        .map((specifier) => screenOf(resolved(file, specifier)))
        .filter((screen) => screen !== undefined && screen !== screenOf(file))
        .map((screen) => `${file} -> ${screen}`),
    )

    expect(files.length).toBeGreaterThan(300)
    expect(offenders).toEqual([])
  })
})
