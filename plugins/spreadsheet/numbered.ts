import type { JsonNode } from '#plugins/format-tools/api.ts'

/** The entries of a list by their number, also of one that is an object with numbers as names. */
export function* numbered(node: JsonNode | undefined): Generator<readonly [number, JsonNode]> {
  if (node?.kind === 'array') for (const [at, entry] of node.entries.entries()) yield [at, entry.node]
  if (node?.kind !== 'object') return
  for (const { name, node: value } of node.entries) if (/^(?:0|[1-9]\d{0,6})$/.test(name)) yield [Number(name), value]
}
