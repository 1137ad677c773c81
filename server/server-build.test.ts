import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isOwnCopy } from './server-build.ts'

describe('a library that a bundled one imports', () => {
  let root = ''
  const at = (name: string): string => path.join(root, name)
  const put = async (library: string): Promise<void> => {
    await mkdir(at(library), { recursive: true })
    await writeFile(at(`${library}/index.js`), '')
  }
  const isBuiltIn = (id: string, importer: string): boolean => isOwnCopy(id, at(importer), at('dist/server'))
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'octavo-server-build-'))
    await put('node_modules/common')
    await put('node_modules/bundled')
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  it('stays where it is when the build finds the same one', () => {
    expect(isBuiltIn('common', 'node_modules/bundled/index.js')).toBe(false)
  })

  it('is built in when the build would find another version of it', async () => {
    await put('node_modules/bundled/node_modules/common')

    expect(isBuiltIn('common', 'node_modules/bundled/index.js')).toBe(true)
  })

  it('is built in when the build would find none', async () => {
    await put('node_modules/bundled/node_modules/rare')

    expect(isBuiltIn('rare', 'node_modules/bundled/index.js')).toBe(true)
  })

  it('stays where it is when it is one of Node', () => {
    expect(isBuiltIn('fs', 'node_modules/bundled/index.js')).toBe(false)
  })

  it('stays where it is when nobody finds it', () => {
    expect(isBuiltIn('optional', 'node_modules/bundled/index.js')).toBe(false)
  })
})
