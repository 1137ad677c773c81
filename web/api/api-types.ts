import type { z } from 'zod'
import type { Operation } from '#core/operation.ts'
import type { CoreOperations } from '#core/operations.ts'
import type { RouterOf } from '#server/trpc/router.ts'

export type { AnswerOf } from '#server/trpc/router.ts'

/** The product's own operations, as tRPC types. */
export type CoreRouter = RouterOf<CoreOperations>

/** The input of an operation. */
export type InputOf<Op> = Op extends Operation<infer _K, infer I, infer _O, infer _R> ? z.input<I> : never

export type Group = keyof CoreOperations & string
export type NameIn<G extends Group> = keyof CoreOperations[G] & string
