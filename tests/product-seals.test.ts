import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { ownSeals, type ProductPurpose } from '#core/own-seals.ts'
import { testServices } from '#tests/support/services.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const sources = ['core', 'server', 'adapters'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => ({ name: `${folder}/${file}`, text: readFileSync(path.join(ROOT, folder, file), 'utf8') })),
)
/** A call on seals that `wholeSeals` has not given, whose purposes the compiler does not compare with the list. */
const UNLISTED = /(?:\bseals|[sS]eals\(\)|\b(?:before|after))\s*\.\s*(?:seal|open|digest)\(/g
/** What is taken apart, so that a call of it would not be found. */
const TAKEN_APART = /\bconst \{[^}]*\} = [\w.()]*[sS]eals(?:\(\w+(?:\.\w+)*\))?$|\bseals: \{ *(?:seal|open|digest)\b/gm

/** Purposes of a plugin's tokens, and those of the product in what `resealed` and its kind get. */
const KNOWN: Readonly<Record<string, number>> = {
  'core/access/token-door.ts': 1,
  'core/account/second-factor.ts': 2,
  'core/attachment/former-storage.ts': 2,
  'core/item/visit-password.ts': 1,
  'server/key-change.ts': 2,
}

it('the product seals for purposes of its list alone, which no plugin may use: the compiler compares them', () => {
  const found = sources.flatMap(({ name, text }) => {
    const count = [...text.matchAll(UNLISTED), ...text.matchAll(TAKEN_APART)].length
    return count > 0 ? [[name, count] as const] : []
  })

  expect(Object.fromEntries(found)).toEqual(KNOWN)
})

// @ts-expect-error: the product cannot seal for what is not in the list
const UNKNOWN: ProductPurpose = 'a new purpose'

it('a purpose that is not in the list is one for plugins, and none of the product', () => {
  const seals = ownSeals(testServices().services.seals, 'any')
  expect(seals.open(seals.seal('plain', UNKNOWN), UNKNOWN)).toBe('plain')
  const known: ProductPurpose = 'second-factor:1'
  expect(() => seals.seal('plain', known)).toThrow('which the product does itself')
})

it('each purpose of the list is one for which the product seals', () => {
  const list = /const PURPOSES = \[([\s\S]*?)\n\] as const/.exec(
    sources.find(({ name }) => name === 'core/own-seals.ts')?.text ?? '',
  )
  const names = [...(list?.[1] ?? '').matchAll(/'([^']+)'/g)].map(([, name = '']) => name)

  expect(names.length).toBeGreaterThan(10)
  const others = sources.filter(({ name }) => name !== 'core/own-seals.ts')
  const isUsed = (name: string): boolean =>
    others.some(({ text }) => text.includes(`'${name}'`) || text.includes(`\`${name}:`) || text.includes(`'${name}:`))
  expect(names.filter((name) => !isUsed(name))).toEqual([])
})
