import { expect, it } from 'vitest'
import { changedGlobals, writtenGlobals } from './globals-content.ts'

const row = { name: 'X-App', value: 'shop', mark: { of: 'others' } }

it('sends the lists that were changed, with everything else in them unchanged', () => {
  const before = writtenGlobals({ header: [row], query: [], body: [{ name: 'a' }] })
  const after = writtenGlobals({ header: [row, { name: ' ' }, 'lang'], query: [], body: [{ name: 'a' }] })

  expect(changedGlobals(before, after)).toEqual({ header: [row, { name: 'lang' }] })
  expect(changedGlobals(before, before)).toEqual({})
  expect(changedGlobals(after, writtenGlobals({ header: [], query: [7, null], body: [] }))).toEqual({
    ...{ header: [], query: [], body: [] },
  })
})
