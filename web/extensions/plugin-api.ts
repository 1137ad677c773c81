import type { CreateTRPCReact } from '@trpc/react-query'
import type { OperationTable } from '#core/operation.ts'
import type { RouterOf } from '#server/trpc/router.ts'
import { api } from '../api/trpc.ts'

export type { AnswerOf } from '../api/api-types.ts'

/**
 * tRPC's hooks for a plugin's own operations: `apiOf<typeof mockOperations>().mock.save.useMutation()`.
 * The client calls operations by name, so the product's client works for every plugin.
 */
export const apiOf = <T extends OperationTable>() => api as unknown as CreateTRPCReact<RouterOf<T>, unknown>
