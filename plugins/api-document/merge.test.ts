import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { edited, withElement } from '#plugins/format-tools/api.ts'
import { mergedDocuments } from './merge.ts'

const base = JSON.stringify(
  {
    info: { url: '/a', method: 'get', description: 'd' },
    request: {
      query: [
        { name: 'one', value: '1' },
        { name: 'two', value: '2' },
      ],
    },
    response: { responseExample: '{}' },
  },
  null,
  2,
)

describe('two concurrent edits of a document', () => {
  it('are merged field by field and row by row', () => {
    const mine = withElement(
      edited(edited(base, ['info', 'url'], '/mine'), ['request', 'query', 0, 'value'], '7'),
      ['request', 'query'],
      1,
      { name: 'new' },
    )
    const theirs = edited(
      edited(edited(base, ['info', 'method'], 'post'), ['request', 'query', 1], undefined),
      ['x'],
      1,
    )

    const { content, conflicts } = mergedDocuments({ base, mine, theirs }, [])

    expect(conflicts).toEqual([])
    expect(JSON.parse(content ?? '')).toEqual({
      info: { url: '/mine', method: 'post', description: 'd' },
      request: { query: [{ name: 'one', value: '7' }, { name: 'new' }] },
      response: { responseExample: '{}' },
      x: 1,
    })
  })

  it('conflict where both changed the same field, and the choice decides', () => {
    const sides = {
      base,
      mine: edited(base, ['info', 'url'], '/mine'),
      theirs: edited(edited(base, ['info', 'url'], '/theirs'), ['info', 'method'], 'put'),
    }

    expect(mergedDocuments(sides, [])).toEqual({ content: null, conflicts: [{ mine: '/mine', theirs: '/theirs' }] })
    expect(mergedDocuments(sides, ['mine']).content).toBe(edited(sides.theirs, ['info', 'url'], '/mine'))
    expect(mergedDocuments(sides, ['theirs']).content).toBe(sides.theirs)
  })

  it('conflict over long numbers that JavaScript takes for one, and not over one number written in two ways', () => {
    const sides = (mine: string, theirs: string) => ({
      base: '{"id":1}',
      mine: `{"id":${mine}}`,
      theirs: `{"id":${theirs}}`,
    })

    expect(mergedDocuments(sides('12345678901234567891', '12345678901234567892'), []).conflicts).toEqual([
      { mine: '12345678901234567891', theirs: '12345678901234567892' },
    ])
    expect(mergedDocuments(sides('1.10', '1.1'), []).conflicts).toEqual([])
  })

  it('conflict where one removed a row that the other changed', () => {
    const sides = {
      base,
      mine: edited(base, ['request', 'query', 0], undefined),
      theirs: edited(base, ['request', 'query', 0, 'value'], '9'),
    }
    const [conflict] = mergedDocuments(sides, []).conflicts
    expect([conflict?.mine, conflict?.theirs.includes('"9"')]).toEqual(['', true])
    expect(JSON.parse(mergedDocuments(sides, ['mine']).content ?? '')).toEqual(JSON.parse(sides.mine))
    expect(JSON.parse(mergedDocuments(sides, ['theirs']).content ?? '')).toEqual(JSON.parse(sides.theirs))
    const turned = { base, mine: sides.theirs, theirs: sides.mine }
    expect(JSON.parse(mergedDocuments(turned, ['mine']).content ?? '')).toEqual(JSON.parse(sides.theirs))
    expect(JSON.parse(mergedDocuments(turned, ['theirs']).content ?? '')).toEqual(JSON.parse(sides.mine))
  })

  it('are chosen as a whole when a text is not JSON', () => {
    const sides = { base, mine: `${base},`, theirs: edited(base, ['x'], 1) }
    expect(mergedDocuments(sides, []).content).toBeNull()
    expect(mergedDocuments(sides, ['mine']).content).toBe(sides.mine)
    expect(mergedDocuments(sides, ['theirs']).content).toBe(sides.theirs)
  })
})

const value = fc.jsonValue({ maxDepth: 3 })
const row = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), value: fc.constantFrom('1', '2', '3') })
const document = fc.record({
  info: fc.dictionary(fc.constantFrom('url', 'method', 'title', 'x'), value),
  request: fc.record({ query: fc.uniqueArray(row, { selector: ({ name }) => name }) }),
})
const text = fc.tuple(document, fc.constantFrom(0, 2)).map(([content, space]) => JSON.stringify(content, null, space))

it('give JSON for any three texts once all is decided, and keep the other side where one is unchanged', () => {
  fc.assert(
    fc.property(text, text, text, (one, mine, theirs) => {
      const { conflicts } = mergedDocuments({ base: one, mine, theirs }, [])
      const choices = conflicts.map(() => 'mine' as const)
      const { content } = mergedDocuments({ base: one, mine, theirs }, choices)
      expect(content).not.toBeNull()
      expect(() => JSON.parse(content ?? '') as unknown).not.toThrow()
      expect(mergedDocuments({ base: one, mine: one, theirs }, [])).toEqual({ content: theirs, conflicts: [] })
      const alone = mergedDocuments({ base: one, mine, theirs: one }, [])
      expect(alone.conflicts).toEqual([])
      expect(JSON.parse(alone.content ?? '')).toEqual(JSON.parse(mine))
    }),
  )
})
