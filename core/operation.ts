import type { z } from 'zod'
import type { Actor } from './access/access.ts'
import { notesOf } from './audit/record.ts'
import { recorderOf, type Recorder } from './audit/recorder.ts'
import type { CommandContext, Context, HandlerContext, Services, Session } from './context.ts'
import { DomainError } from './errors.ts'
import type { EventName, Events, Fact, Follower, Handlers } from './events.ts'
import type { Database, Store } from './ports/store.ts'

export type Kind = 'query' | 'command'
export type Audience = 'anyone' | 'user' | 'admin'

/** How REST departs from the rule `POST /api/{group}/{name}` with an envelope. */
export interface RestNotes {
  /** `{controller}/{action}` where it is not `{group}/{name}`. */
  readonly path?: string
  /** The reply is the data itself, without the envelope. */
  readonly isBare?: boolean
  /** Replies and refusals also say success, url and message on top, as editors of markdown expect of an upload (D22). */
  readonly answersEditors?: true
}

/** One thing a caller can ask for. tRPC procedure, REST endpoint and OpenAPI entry are all derived from it. */
export interface Operation<
  K extends Kind = Kind,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  R extends boolean = boolean,
> {
  readonly kind: K
  /** `{group}.{name}`, once it stands in a table. */
  readonly name?: string
  /** One English sentence for the API document. */
  readonly summary: string
  /** Checked before anything is read, so 10102 comes first. */
  readonly audience: Audience
  readonly input: I
  /** What leaves the product: fields that are not in it never do. */
  readonly output: O
  /** Shown in the API document. */
  readonly example?: z.input<I>
  readonly rest?: RestNotes
  /** Takes or gives a file or a redirect, which tRPC cannot. */
  readonly restOnly?: R
  /**
   * A command that waits for something slow, like the hash of a stranger's password, and must not hold a transaction
   * meanwhile. Each of its writes stands alone.
   */
  readonly withoutTransaction?: true
  run(ctx: CommandContext, input: z.output<I>): Promise<z.input<O>>
}

// The one place where `any` is needed: a table holds operations of every input and output.
export type AnyOperation = Operation<any, any, any, any>
export type OperationTable = { readonly [group: string]: { readonly [name: string]: AnyOperation } }

type Definition<C, I extends z.ZodType, O extends z.ZodType, R extends boolean> = Omit<
  Operation<Kind, I, O, R>,
  'kind' | 'name' | 'run'
> & { run(ctx: C, input: z.output<I>): Promise<z.input<O>> }

/** An operation that only looks. It runs outside a transaction and may be called with GET. */
export const query = <I extends z.ZodType, O extends z.ZodType, R extends boolean = false>(
  definition: Definition<Context, I, O, R>,
): Operation<'query', I, O, R> => ({ kind: 'query', ...definition })

/** An operation that changes something. It runs in one transaction; plugins hear of it after the commit. */
export const command = <I extends z.ZodType, O extends z.ZodType, R extends boolean = false>(
  definition: Definition<CommandContext, I, O, R>,
): Operation<'command', I, O, R> => ({ kind: 'command', ...definition })

/** The same table with every operation knowing its name. */
export const named = <const T extends OperationTable>(table: T): T =>
  Object.fromEntries(
    Object.entries(table).map(([group, operations]) => [
      group,
      Object.fromEntries(
        Object.entries(operations).map(([name, operation]) => [name, { ...operation, name: `${group}.${name}` }]),
      ),
    ]),
  ) as T

export interface Caller {
  readonly actor: Actor
  readonly session: Session
}

/** The running product as `perform` needs it. */
export interface Product {
  readonly database: Database
  readonly services: Services
  /** What the core does with the facts of an operation, inside the transaction: if it fails, the operation fails. */
  readonly within: readonly Follower[]
  /** Plugin handlers, after the commit: if one fails, it is reported and the rest go on. */
  readonly after: readonly Handlers[]
}

/**
 * Lets `caller` do `operation`: audience, input, transaction, events, record, output – in this order.
 * @throws DomainError when the caller is refused; anything else is a bug or a broken technology.
 */
export async function perform<I extends z.ZodType, O extends z.ZodType>(
  product: Product,
  operation: Operation<Kind, I, O>,
  caller: Caller,
  rawInput: unknown,
): Promise<z.output<O>> {
  const { database, services } = product
  const recorder = recorderOf({ ...caller, services, operation: operation.name ?? '' })
  try {
    admit(operation.audience, caller.actor)
    const input = parseInput(operation.input, rawInput)
    return await performed(product, operation, caller, input, recorder)
  } catch (error) {
    await recorder.keepRefused(database, error, rawInput)
    throw error
  }
}

async function performed<I extends z.ZodType, O extends z.ZodType>(
  product: Product,
  operation: Operation<Kind, I, O>,
  caller: Caller,
  input: z.output<I>,
  recorder: Recorder,
): Promise<z.output<O>> {
  const { database, services } = product
  const facts: Fact[] = []
  const contextOn = (store: Store): CommandContext => ({
    ...caller,
    store,
    services,
    audit: recorder.audit,
    emit: (name, fact) => {
      facts.push([name, fact] as unknown as Fact)
    },
  })
  const runOn = async (store: Store) => {
    const answer = await operation.run(contextOn(store), input)
    if (facts.length > 0) for (const follow of product.within) await follow({ store, services }, facts)
    for (const fact of facts) putOnRecord(recorder, fact)
    return { answer, tellLog: await recorder.keep(store) }
  }
  const isAlone = operation.kind === 'query' || operation.withoutTransaction
  const { answer, tellLog } = isAlone ? await runOn(database) : await database.transaction(runOn)
  tellLog()
  for (const fact of facts) await tellAfterwards(product, fact)
  return operation.output.parse(answer)
}

function putOnRecord({ audit }: Recorder, [name, fact]: Fact): void {
  for (const note of notesOf(name, fact)) audit(note)
}

async function tellAfterwards({ after, database, services }: Product, fact: Fact): Promise<void> {
  for (const handlers of after) {
    if (!handlers[fact[0]]) continue
    await database
      .transaction((store) => tell(handlers, fact, { store, services }))
      .catch((error: unknown) => services.log.error(`a handler of ${fact[0]} failed`, error))
  }
}

const tell = (handlers: Handlers, [name, fact]: Fact, ctx: HandlerContext): Promise<void> =>
  call(handlers, name, ctx, fact)

async function call<N extends EventName>(
  handlers: Handlers,
  name: N,
  ctx: HandlerContext,
  fact: Events[N],
): Promise<void> {
  await handlers[name]?.(ctx, fact)
}

function parseInput<I extends z.ZodType>(schema: I, raw: unknown): z.output<I> {
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  throw new DomainError('invalidInput', { field: parsed.error.issues[0]?.path.join('.') ?? '' })
}

function admit(audience: Audience, actor: Actor): void {
  if (audience === 'anyone') return
  if (actor.kind !== 'user') throw new DomainError('loginRequired')
  if (audience === 'admin' && !actor.isAdmin) throw new DomainError('notAllowed')
}
