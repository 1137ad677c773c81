import type { OperationTable } from '#core/operation.ts'
import type { ApiOf, CacheOf } from '../api/api-types.ts'
import { api } from '../api/trpc.ts'

/**
 * The typed client of a plugin's own operations: `apiOf<typeof mockOperations>().mock.save.useMutation()`.
 * The client itself makes calls by name, so the product's serves every plugin.
 */
export const apiOf = <T extends OperationTable>() =>
  api as unknown as ApiOf<T> & {
    /** The answers in memory, to ask again for them or to change them. */
    useUtils(): CacheOf<T>
  }
