import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { noted } from '#core/schema.ts'
import { toldChanges } from '#core/site/told-changes.ts'
import { settingChangesIn } from './setting-changes.ts'

it('reads back every change that the record tells, whatever signs its values have', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(', ', '"', '\\', ' → ', 'a: 1 → 2, b'),
    fc.integer(),
    fc.boolean(),
    fc.array(fc.string({ maxLength: 6 }), { maxLength: 3 }),
  )
  const changed = fc.uniqueArray(fc.tuple(fc.constantFrom('host', 'port', 'is-on', 'list', 'title_2'), value, value), {
    minLength: 1,
    selector: ([name]) => name,
  })
  fc.assert(
    fc.property(changed, (rows) => {
      const of = (at: 1 | 2) => Object.fromEntries(rows.map((row) => [row[0], row[at]]))
      const names = rows.map(([name]) => name)

      const told = settingChangesIn(toldChanges(z.object({}), names, { before: of(1), after: of(2) }))

      expect(told).toEqual(
        rows.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, before, after]) => ({ name, before, after })),
      )
    }),
  )
})

it('is told the name alone of what is secret, long, or an address with a login', () => {
  const schema = z.object({ word: noted({ secret: true }, z.string()) })
  const names = ['word', 'apiToken', 'text', 'proxy', 'host']
  const before = { word: 'hush', apiToken: 'hush', text: '', proxy: '', host: '' }
  const after = {
    ...{ word: 'hush hush', apiToken: 'hush hush', text: 'x'.repeat(200), proxy: 'http://mei:hush@proxy.example:80' },
    host: 'docs.example',
  }

  expect(toldChanges(schema, names, { before, after })).toBe('apiToken, host: "" → "docs.example", proxy, text, word')
})

it.each(['by link', 'added: cn=x,dc=y for team 3', 'host: "a" → ', ', '])('reads no changes in %s', (detail) => {
  expect(settingChangesIn(detail)).toBeNull()
})
