import { z } from 'zod'
import type { OperationFacts } from './context.ts'
import type { AnyOperation, OperationTable } from './operation.ts'

/** Notes for the REST edge, which schemas with core names do not need. */
const NOTES: ReadonlySet<string> = new Set([
  ...[
    'wire',
    'alsoNamed',
    'urlencoded',
    'numbers',
    'alsoReads',
    'plainBoolean',
    'joined',
    'secret',
    'forPrograms',
    'fileShorterThan',
  ],
])

const known = new WeakMap<OperationTable, readonly OperationFacts[]>()

/** The description of every operation of a table, computed once. */
export function factsOf(table: OperationTable): readonly OperationFacts[] {
  const facts =
    known.get(table) ??
    Object.entries(table).flatMap(([group, operations]) =>
      Object.entries(operations).map(([name, operation]) => factsOfOne(`${group}.${name}`, operation)),
    )
  known.set(table, facts)
  return facts
}

const factsOfOne = (
  name: string,
  { summary, kind, audience, input, output, restOnly = false }: AnyOperation,
): OperationFacts => ({
  name,
  summary,
  kind,
  audience,
  input: schemaOf(input as z.ZodType, 'input'),
  output: schemaOf(output as z.ZodType, 'output'),
  isRestOnly: restOnly as boolean,
})

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): object =>
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
      for (const note of Object.keys(jsonSchema)) if (NOTES.has(note)) delete jsonSchema[note]
    },
  })
