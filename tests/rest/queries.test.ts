import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { site, type Site } from './harness.ts'

let here: Site
beforeAll(async () => {
  here = await site()
})
afterAll(() => here.close())

interface InputSchema {
  readonly secret?: boolean
  readonly maxLength?: number
  readonly [key: string]: unknown
}

/** Everything within a schema of an input, with its path. */
function partsOf(schema: unknown, path: string): readonly (readonly [string, InputSchema])[] {
  if (typeof schema !== 'object' || schema === null) return []
  const inside = Object.entries(schema).flatMap(([key, value]) => partsOf(value, `${path}.${key}`))
  return [[path, schema as InputSchema], ...inside]
}

/** The keys of shared pages and of files are parts of their addresses; they open nothing else. */
const OF_LINKS = /\.(?:uniqueKey|key)$/
/** UTF-16 units; written into an address, each can take nine bytes of the sixteen thousand that a server accepts. */
const LONGEST_IN_ADDRESS = 1_000

it('queries, whose input is sent in the address, take neither secrets nor long texts (threats T3)', () => {
  const { operations } = here.application
  const all = Object.entries(operations).flatMap(([group, members]) =>
    Object.entries(members).map(([name, operation]) => ({ id: `${group}.${name}`, operation })),
  )
  const parts = (kind: string) =>
    all
      // What only REST has is called by programs, which may send a query as a POST.
      .filter(({ operation }) => operation.kind === kind && operation.restOnly !== true)
      .flatMap(({ id, operation }) =>
        partsOf(z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }), id),
      )
  const isWrong = ([path, { secret, maxLength }]: readonly [string, InputSchema]): boolean =>
    (secret === true && !OF_LINKS.test(path)) || (typeof maxLength === 'number' && maxLength > LONGEST_IN_ADDRESS)

  expect(
    parts('query')
      .filter(isWrong)
      .map(([path]) => path),
  ).toEqual([])
  // The rule can tell: commands take both.
  const inCommands = parts('command')
    .filter(isWrong)
    .map(([path]) => path)
  expect(inCommands.some((path) => path.startsWith('account.login.'))).toBe(true)
  expect(inCommands.some((path) => path.startsWith('page.save.'))).toBe(true)
})
