import {
  initTRPC,
  TRPCError,
  type inferTransformedProcedureOutput,
  type TRPCBuiltRouter,
  type TRPCMutationProcedure,
  type TRPCQueryProcedure,
} from '@trpc/server'
import type { z } from 'zod'
import { DomainError, isRefusal, type ErrorKind } from '#core/errors.ts'
import type { AnyOperation, Operation, OperationTable } from '#core/operation.ts'
import { perform, type Caller, type Product } from '#core/perform.ts'
import { refusalOf, undeclaredIn } from '../refusals.ts'
import { statusOf, toldDetails, type Explain } from '../rest/errors.ts'

/** A refusal as used by the web: it acts on `kind` and shows `message`, which is in the caller's language. */
export interface RefusalData {
  readonly kind: ErrorKind | null
  readonly errorCode: number
  readonly details: Readonly<Record<string, string | number | boolean | null>>
}

const t = initTRPC.context<Caller>().create({
  errorFormatter: ({ shape, error, ctx }) => {
    const { code, httpStatus, path } = shape.data
    const data: RefusalData = isRefusal(error.cause)
      ? {
          kind: error.cause.kind,
          errorCode: codeOf(error),
          details: toldDetails(error.cause, ctx?.session.language ?? 'en'),
        }
      : { kind: null, errorCode: 0, details: {} }
    return { ...shape, data: { code, httpStatus, path, ...data } }
  },
})

type RootTypes = (typeof t)['_config']['$types']
type Signature<I extends z.ZodType, O extends z.ZodType> = { input: z.input<I>; output: z.output<O>; meta: unknown }
type ProcedureOf<Op> =
  Op extends Operation<infer K, infer I, infer O, infer _>
    ? K extends 'query'
      ? TRPCQueryProcedure<Signature<I, O>>
      : TRPCMutationProcedure<Signature<I, O>>
    : never
// REST-only operations are left out.
type ProceduresOf<G> = {
  [N in keyof G as G[N] extends { readonly restOnly?: infer R } ? (true extends R ? never : N) : N]: ProcedureOf<G[N]>
}
/** The tRPC router type for a table of operations. */
export type RouterOf<T extends OperationTable> = TRPCBuiltRouter<RootTypes, { [G in keyof T]: ProceduresOf<T[G]> }>

/** An operation's answer after transport: JSON has no dates. */
export type AnswerOf<Op> = inferTransformedProcedureOutput<RootTypes, ProcedureOf<Op>>

/** The router. A refusal is a `TRPCError` whose cause is the `DomainError`. */
export function trpcRouter<T extends OperationTable>(product: Product, table: T, explain: Explain): RouterOf<T> {
  const procedureOf = (operation: AnyOperation) => {
    const procedure = t.procedure.input((raw: unknown) => raw)
    const resolve = ({ ctx, input }: { readonly ctx: Caller; readonly input: unknown }): Promise<unknown> =>
      perform(product, operation, ctx, input ?? {}).catch((error: unknown) => {
        throw trpcError(error, ctx, explain)
      })
    return operation.kind === 'query' ? procedure.query(resolve) : procedure.mutation(resolve)
  }
  const routers = Object.entries(table).map(([group, operations]) => {
    const shown = Object.entries(operations).filter(([, { restOnly }]) => !restOnly)
    return [
      group,
      t.router(Object.fromEntries(shown.map(([name, operation]) => [name, procedureOf(operation)]))),
    ] as const
  })
  return t.router(Object.fromEntries(routers)) as unknown as RouterOf<T>
}

class ExplainedError extends TRPCError {
  readonly errorCode: number
  constructor(options: ConstructorParameters<typeof TRPCError>[0], errorCode: number) {
    super(options)
    this.errorCode = errorCode
  }
}
const codeOf = (error: TRPCError): number => (error instanceof ExplainedError ? error.errorCode : 0)

/** The error sent to the web; the cause of a bug is logged, not sent. */
function trpcError(error: unknown, { session }: Caller, explain: Explain): TRPCError {
  const refusal = refusalOf(error)
  const undeclared = undeclaredIn(refusal, explain)
  if (undeclared) {
    const { message } = explain(new DomainError('internal'), session.language)
    return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message, cause: undeclared })
  }
  const { code, message } = explain(refusal, session.language)
  if (isRefusal(error) && statusOf(error.kind) === 503)
    return new ExplainedError({ code: 'SERVICE_UNAVAILABLE', message, cause: refusal }, code)
  if (isRefusal(error)) return new ExplainedError({ code: 'BAD_REQUEST', message, cause: refusal }, code)
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message, cause: error })
}
