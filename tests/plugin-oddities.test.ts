import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { OF_THE_PRODUCT } from '#server/compose/plugin-checks.ts'
import type { FoundPlugin } from '#server/compose/plugins.ts'
import { base, bringUp, hostOf, plugin, shelved } from './support/plugin-host.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

/** Brings up one plugin beside a good one, and gives the reason why it does not run. */
async function reasonFor(odd: FoundPlugin): Promise<string | undefined> {
  const { plugins, statuses } = await bringUp(hostOf([odd, plugin('good')]))
  expect(plugins.map(({ id }) => id)).toEqual(['good'])
  return statuses.find(({ id }) => id === odd.id)?.reason
}
const broken = (rest: object) => shelved('broken', async () => ({ id: 'broken', ...base, ...rest }))
const doNothing = async (): Promise<void> => {}

describe('a plugin does not come up, and the rest run, when it', () => {
  it('throws what cannot be put into words', async () => {
    const silent: unknown = Object.create(null)
    const strange = Object.assign(new Error('x'), { message: { toString: () => ({}) } })
    const said = Object.assign(new Error('x'), { message: ['a', 'list'], stack: 7 })

    for (const thrown of [silent, strange])
      expect(await reasonFor(shelved('broken', () => Promise.reject(thrown as Error)))).toBe(
        'what was thrown cannot be put into words',
      )
    expect(await reasonFor(shelved('broken', () => Promise.reject(said)))).toBe('a,list')
    expect(await reasonFor(shelved('broken', () => Promise.reject(null)))).toBe('null')
  })
  it('names something __proto__, which no check would look at', async () => {
    const named = (value: unknown) => Object.fromEntries([['__proto__', value]])

    for (const part of [
      { operations: named({ look: {} }) },
      { operations: { mine: named({ kind: 'query' }) } },
      { errors: named(20_001) },
      { handlers: named('no function') },
      { jobs: named({}) },
      { tasks: named({}) },
      { outbox: { notes: named('no function'), deliver: doNothing } },
    ])
      expect(await reasonFor(broken(part)), JSON.stringify(Object.keys(part))).toBe('__proto__ is no name')
  })
  it('bears a name under which the product keeps documents of its own', async () => {
    const sources = ['core', 'server']
      .map((folder) => path.join(ROOT, folder))
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
      )
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(file, 'utf8'))
    const collection = /(?:\bcollection(?:<[^()]*>)?\(|\b[A-Z_]+ = )'([a-z]+)\.[a-z-]+'/g
    const names = sources
      .filter((source) => /\bdocuments(?:In\(\w+\))?\.collection/.test(source))
      .flatMap((source) => [...source.matchAll(collection)].map(([, name]) => name ?? ''))

    expect([...new Set(names)].toSorted()).toEqual([...OF_THE_PRODUCT].toSorted())
    for (const name of OF_THE_PRODUCT)
      expect(await reasonFor(plugin(name))).toBe(`the product keeps documents of its own under the name ${name}`)
  })
})
