import { expect, it } from 'vitest'
import type { z } from 'zod'
import type { OperationTable } from '#core/operation.ts'
import { coreOperations } from '#core/operations.ts'
import type { Plugin } from '#core/plugin.ts'

const PLUGINS = Object.values(import.meta.glob<Plugin>('../plugins/*/plugin.ts', { eager: true, import: 'default' }))

interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly options?: readonly z.ZodType[]
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly keyType?: z.ZodType
  readonly valueType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
  readonly getter?: () => z.ZodType
}

/** Texts that are never stored as they come. */
const NOT_STORED: readonly RegExp[] = [
  // Each cell is judged by itself, and what is wrong is told at its row.
  /^adminUser\.(preview|add)Several\.people\./,
  // Stored as JSON, which escapes them.
  /^item\.setGlobalParams\.globalParams\./,
  // Sent to the other server.
  /^tryIt\.relay\./,
]

/** The places of texts in an input that take what no database stores. */
function unguarded(schema: z.ZodType, at: string, seen = new Set<z.ZodType>()): readonly string[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const { type, shape, options, innerType, element, keyType, valueType, in: into, getter }: Definition = schema.def
  if (type === 'string') return schema.safeParse('abcdefgh\0').success ? [at] : []
  if (shape) return Object.entries(shape).flatMap(([name, field]) => unguarded(field, `${at}.${name}`, seen))
  const parts = [...(options ?? []), innerType, element, keyType, valueType, into, getter?.()]
  return parts.flatMap((part) => (part ? unguarded(part, at, seen) : []))
}

it('takes no character in any text of a call that cannot be stored', () => {
  const tables: readonly OperationTable[] = [coreOperations, ...PLUGINS.map(({ operations = {} }) => operations)]
  const places = tables.flatMap((table) =>
    Object.entries(table).flatMap(([group, operations]) =>
      Object.entries(operations).flatMap(([name, { input }]) => unguarded(input as z.ZodType, `${group}.${name}`)),
    ),
  )

  expect(places.filter((place) => !NOT_STORED.some((known) => known.test(place)))).toEqual([])
})
