import type { AnyOperation, OperationTable } from '#core/operation.ts'
import { DOCUMENTED_CALLS } from './documented-calls.ts'
import { decoderOf, type Decoder } from './wire.ts'

/** An address under `/api/` with everything needed to serve it, computed once. */
export interface RestCall {
  readonly operation: AnyOperation
  readonly decode: Decoder
}

/** The REST address of an operation below `/api/`, as documented. */
export const restPath = (group: string, name: string, operation: AnyOperation): string =>
  operation.rest?.path ?? `${group}/${name}`

/** All addresses at which it answers, in lower case. */
export const restPaths = (group: string, name: string, operation: AnyOperation): readonly string[] =>
  [restPath(group, name, operation), ...(operation.rest?.formerPaths ?? [])].map((path) => path.toLowerCase())

/** By address in lower case. @throws Error when two operations want the same address */
export function restCalls(table: OperationTable): ReadonlyMap<string, RestCall> {
  const calls = new Map<string, RestCall>()
  for (const [group, operations] of Object.entries(table))
    for (const [name, operation] of Object.entries(operations)) {
      const call = { operation, decode: decoderOf(operation.input) }
      for (const path of restPaths(group, name, operation)) {
        if (calls.has(path)) throw new Error(`two operations want /api/${path}`)
        calls.set(path, call)
      }
    }
  return calls
}

const documented = new Set(DOCUMENTED_CALLS.map((path) => path.toLowerCase()))
/** Further calls used by scripts of ShowDoc users, which are not implemented (D83). */
const OF_SHOWDOC = /^(open|extlogin)\//
/** Whether the specification or ShowDoc has this address, implemented or not. Takes lower case. */
export const isPromised = (path: string): boolean => documented.has(path) || OF_SHOWDOC.test(path)
