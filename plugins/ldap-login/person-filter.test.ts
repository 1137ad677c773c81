import fc from 'fast-check'
import { AndFilter, BerReader, BerWriter, EqualityFilter, FilterParser, PresenceFilter } from 'ldapts'
import { expect, it } from 'vitest'
import { personFilter } from './person-filter.ts'

/** As a directory parses the filter sent. */
function read(name: string, searchFilter = '(cn=*)') {
  const writer = new BerWriter()
  personFilter({ searchFilter, userField: 'uid' }, name).write(writer)
  return FilterParser.parse(new BerReader(writer.buffer))
}

const HOSTILE = ['*', ')', '(', '\\', '\0', '&', '|', '!', '=', '*)(uid=*', '\\2a', '(|(uid=*))', '林', 'ä']

it('asks for exactly the name that was typed, whatever signs are in it (threats L1)', () => {
  const name = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.array(fc.constantFrom(...HOSTILE), { minLength: 1 }).map((parts) => parts.join('')),
  )

  fc.assert(
    fc.property(name, (typed) => {
      const filter = read(typed)

      expect(filter).toBeInstanceOf(AndFilter)
      const [people, person, ...more] = (filter as AndFilter).filters
      expect(more).toEqual([])
      expect(people).toBeInstanceOf(PresenceFilter)
      expect(person).toBeInstanceOf(EqualityFilter)
      expect(person).toMatchObject({ attribute: 'uid', value: typed })
    }),
  )
})

it('keeps to the filter of the administrator, whatever its form', () => {
  const filter = read('mei', '(|(department=IT)(!(title=Guest*)))')

  expect(filter.toString()).toBe('(&(|(department=IT)(!(title=Guest*)))(uid=mei))')
})
