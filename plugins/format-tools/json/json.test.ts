import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { edited, valueOf, withElement, withMovedElement } from './json-edit.ts'
import { nodeAt, readJson, type JsonNode } from './json-text.ts'

const laidOutJson = fc.tuple(fc.json(), fc.constantFrom(0, 2, '\t')).map(([json, space]) => {
  return JSON.stringify(JSON.parse(json), null, space)
})
const valueIn = (text: string): unknown => {
  const { root } = readJson(text)
  return root ? valueOf(text, root) : undefined
}
const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('what is read of a text', () => {
  it('is the value, when the text is JSON', () => {
    fc.assert(
      fc.property(laidOutJson, (json) => {
        expect(readJson(json).isWhole).toBe(true)
        expect(valueIn(json)).toEqual(JSON.parse(json))
      }),
    )
  })

  it('is said to be whole exactly when it is JSON, whatever was done to it', () => {
    const harm = fc.tuple(
      laidOutJson,
      fc.nat(),
      fc.nat(3),
      fc.constantFrom('', ',', '}', ']', '"', '{', ':', '1', '\\', 'x'),
    )
    fc.assert(
      fc.property(harm, ([json, at, length, put]) => {
        const start = at % (json.length + 1)
        const harmed = json.slice(0, start) + put + json.slice(start + length)
        expect(readJson(harmed).isWhole).toBe(isJson(harmed))
      }),
      { numRuns: 2_000 },
    )
  })

  it('[DOC-07] is all that stands before the place where it was cut off', () => {
    const text = '{"info":{"url":"/a","method":"post"},"request":{"headers":[{"name":"X","value":"1'
    expect(valueIn(text)).toEqual({
      info: { url: '/a', method: 'post' },
      request: { headers: [{ name: 'X', value: '1' }] },
    })
  })

  it.each([
    ['{"a":1,}', { a: 1 }],
    ['{"a":1 "b":2}', { a: 1, b: 2 }],
    ['{"a":tru,"b":2}', { b: 2 }],
    ['{\'a\':1,"b":2}', undefined],
    ['[1,2', [1, 2]],
    ['{"a":[1,{"b":2}', { a: [1, { b: 2 }] }],
    ['{"a":"line\nbreak"}', { a: 'line\nbreak' }],
    ['', undefined],
    ['}', undefined],
  ])('is what can be made out of %j', (text, value) => {
    expect(readJson(text).isWhole).toBe(false)
    if (value !== undefined) expect(valueIn(text)).toMatchObject(value)
  })

  it.each([
    ['lists', '['.repeat(500_000)],
    ['objects', '{"a":'.repeat(300_000)],
    ['ends', ']}'.repeat(500_000)],
    ['names', `{${'"__proto__":{"x":1},'.repeat(100_000)}`],
    ['quotes', '"'.repeat(1_000_000)],
    ['backslashes', `{"a":"${'\\'.repeat(1_000_000)}`],
    ['rubbish', '\u0000'.repeat(1_000_000)],
  ])('ends with an answer for a million %s', (_, text) => {
    expect(() => readJson(text)).not.toThrow()
    expect(Object.prototype).not.toHaveProperty('x')
  })
})

/** The paths of all values. */
function pathsOf(node: JsonNode, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (node.kind === 'scalar') return [path]
  const inner =
    node.kind === 'array'
      ? node.entries.map((entry, at) => [at, entry.node] as const)
      : node.entries.map((entry) => [entry.name, entry.node] as const)
  return [path, ...inner.flatMap(([step, entry]) => pathsOf(entry, [...path, step]))]
}

describe('a text that was edited', () => {
  const place = fc.tuple(
    fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { minKeys: 1 }),
    fc.constantFrom(0, 2, '\t'),
    fc.nat(),
    fc.jsonValue({ maxDepth: 2 }),
  )

  it('has the new value in its place, and every other letter as it was', () => {
    fc.assert(
      fc.property(place, ([object, space, at, value]) => {
        const text = ` ${JSON.stringify(object, null, space)}\n`
        const { root } = readJson(text)
        const paths = root ? pathsOf(root).slice(1) : []
        const path = paths[at % paths.length] ?? []
        const there = nodeAt(root, path)

        const result = edited(text, path, value)

        const after = readJson(result)
        const put = nodeAt(after.root, path)
        expect(after.isWhole).toBe(true)
        expect(put && valueOf(result, put)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(result.slice(0, put?.start)).toBe(text.slice(0, there?.start))
        expect(result.slice(put?.end)).toBe(text.slice(there?.end))
      }),
    )
  })

  it('lacks what was taken out, and nothing else', () => {
    fc.assert(
      fc.property(place, ([object, space, at]) => {
        const text = JSON.stringify(object, null, space)
        const names = Object.keys(JSON.parse(text) as object)
        const name = names[at % names.length] ?? ''
        const rest = JSON.parse(text) as Record<string, unknown>
        delete rest[name]

        const result = edited(text, [name], undefined)

        expect(JSON.stringify(JSON.parse(result))).toBe(JSON.stringify(rest))
      }),
    )
  })

  it('has what is new at the end of its object, also where that was not there', () => {
    const text = '{\n  "info": {\n    "url": "/a"\n  },\n  "x":   1\n}'
    expect(edited(text, ['info', 'method'], 'get')).toBe(
      '{\n  "info": {\n    "url": "/a",\n    "method": "get"\n  },\n  "x":   1\n}',
    )
    expect(JSON.parse(edited(text, ['request', 'params', 'mode'], 'json'))).toEqual({
      ...{ info: { url: '/a' }, x: 1, request: { params: { mode: 'json' } } },
    })
    expect(edited('{"request":null}', ['request', 'query'], [])).toBe('{"request":{"query":[]}}')
  })

  it('stays as it is when it is no whole JSON', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, name) => {
        if (!isJson(text)) expect(edited(text, [name], 1)).toBe(text)
      }),
    )
  })
})

describe('rows of a list', () => {
  const rows = fc.tuple(
    fc.array(fc.jsonValue({ maxDepth: 2 }), { minLength: 1 }),
    fc.constantFrom(0, 2, '\t'),
    fc.nat(),
    fc.nat(),
  )

  it('are put in at their position, and all others stay', () => {
    fc.assert(
      fc.property(rows, ([list, space, at]) => {
        const text = JSON.stringify({ list, rest: '1' }, null, space)
        const position = at % (list.length + 1)
        const result = withElement(text, ['list'], position, { name: 'new' })
        const expected = JSON.parse(text) as { list: unknown[] }
        expected.list.splice(position, 0, { name: 'new' })
        expect(JSON.parse(result)).toEqual(expected)
      }),
    )
  })

  it('are moved as they are written', () => {
    fc.assert(
      fc.property(rows, ([list, space, one, other]) => {
        const text = JSON.stringify({ list }, null, space)
        const [from, to] = [one % list.length, other % list.length]
        const result = withMovedElement(text, ['list'], from, to)
        const expected = JSON.parse(text) as { list: unknown[] }
        expected.list.splice(to, 0, ...expected.list.splice(from, 1))
        expect(JSON.parse(result)).toEqual(expected)
        expect(result).toHaveLength(text.length)
      }),
    )
  })
})
