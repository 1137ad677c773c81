import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const sources = (folder: string): string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.join(folder, file))
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const importsOf = (file: string): string[] =>
  [...read(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier]) => specifier ?? '')

/** Lints a file with this text in this folder as the build would, and gives the messages about imports. */
function lint(folder: string, name: string, text: string): string {
  const directory = path.join(ROOT, folder, '-probe')
  mkdirSync(directory, { recursive: true })
  writeFileSync(path.join(directory, name), text)
  try {
    execFileSync(process.execPath, ['node_modules/oxlint/bin/oxlint', path.join(directory, name)], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: 'pipe',
    })
    return ''
  } catch (error) {
    return (error as { stdout: string }).stdout
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
const usingDefault = (specifier: string): string => `import thing from '${specifier}'\nexport const used = thing\n`

describe('the import rules are enforced by the linter', () => {
  it.each([
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
    ['web', '#server/trpc/router.ts'],
    ['web', '#adapters/database/open.ts'],
    ['web', '#plugins/templates/plugin.ts'],
    ['web', '#core/operation.ts'],
    ['web/screens', '@blocknote/core'],
    ['server', '#plugins/templates/plugin.ts'],
    ['server', 'inversify'],
    ['server/rest', '@trpc/server'],
    ['migrations', '#server/app.ts'],
  ])('%s may not import %s', (folder, specifier) => {
    expect(lint(folder, 'probe.ts', usingDefault(specifier))).toContain('no-restricted-imports')
  })

  it.each([
    ['core', 'zod'],
    ['core', './item.ts'],
    ['plugins', '#core/plugin.ts'],
    ['web', '#core/limits.ts'],
    ['web/editor', '@blocknote/core'],
    ['server/compose', 'inversify'],
    ['adapters/database', '@mikro-orm/core'],
  ])('%s may import %s', (folder, specifier) => {
    expect(lint(folder, 'probe.ts', usingDefault(specifier))).not.toContain('no-restricted-imports')
  })
})

describe('the house', () => {
  it('keeps domain files free of operations', () => {
    const domain = sources('core').filter((file) => !/(operations|\.test)\.tsx?$/.test(file))

    const offenders = domain.filter((file) => importsOf(file).some((specifier) => /operations\.ts$/.test(specifier)))

    expect(domain.length).toBeGreaterThan(20)
    expect(offenders).toEqual([])
  })

  it('names no plugin outside plugins', () => {
    const plugins = readdirSync(path.join(ROOT, 'plugins'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    )
    const houses = ['core', 'adapters', 'server', 'web', 'migrations']
      .flatMap(sources)
      .filter((file) => !/\.test\.tsx?$/.test(file))

    const offenders = plugins.flatMap(({ name }) =>
      houses.filter((file) => new RegExp(`['"/]${name}['"/]`).test(read(file))),
    )

    expect(plugins.length).toBeGreaterThan(0)
    expect(offenders).toEqual([])
  })

  it('reaches items and pages through doors only', () => {
    const core = sources('core').filter(
      (file) => !file.startsWith('core/access/') && !file.startsWith('core/ports/') && !/\.test\.ts$/.test(file),
    )

    const offenders = [...core, ...sources('plugins')].filter((file) => /\bstore\.access\b/.test(read(file)))

    expect(offenders).toEqual([])
  })
})
