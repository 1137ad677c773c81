import type { z } from 'zod'
import { accountOf, actorNow, assertProgram, rememberCaller, type Actor } from './actor.ts'
import { assertAudience } from './audience.ts'
import type { Audit } from './audit/entry.ts'
import { notesOf } from './audit/record.ts'
import { recorderOf, type Recorder } from './audit/recorder.ts'
import type { CommandContext, Context, HandlerContext, Services, Session } from './context.ts'
import { DomainError, isRefusal } from './errors.ts'
import type { EventName, Events, Fact } from './events.ts'
import type { Follower, Handlers } from './handlers.ts'
import { factsOf } from './operation-facts.ts'
import { plainStore } from './plain-store.ts'
import type { Database, Store } from './ports/store.ts'
import { NOT_STORABLE } from './schema.ts'
import { withSchema } from './schema-owners.ts'
import type { AnyOperation, Kind, Operation, OperationTable } from './operation.ts'

export interface Caller {
  readonly actor: Actor
  readonly session: Session
}

/** The running product as `perform` needs it. */
export interface Product {
  readonly database: Database
  readonly services: Services
  /** Operations of the core and of every running plugin. */
  readonly operations: OperationTable
  /** The core's reactions to the facts of an operation, inside the transaction: if one fails, the operation fails. */
  readonly within: readonly Follower[]
  /**
   * Plugin handlers, called after the commit: if one fails, it is logged and the others continue. Once one has taken two
   * seconds, the operation no longer waits for the rest.
   */
  readonly after: readonly Handlers[]
}
/** A caller should not notice a plugin that hangs; the limit for the handler itself is longer. */
const HANDLER_AWAITED_MS = 2_000

/**
 * Runs `operation` for `caller`: audience, input, transaction, events, audit, output – in this order.
 * @throws DomainError when the caller is refused; any other error is a bug or a technical failure.
 */
export const perform = <I extends z.ZodType, O extends z.ZodType>(
  product: Product,
  operation: Operation<Kind, I, O>,
  caller: Caller,
  rawInput: unknown,
): Promise<z.output<O>> => performWithin(OUTERMOST, product, operation, caller, rawInput)

/** The effects of one transaction, with all operations performed in it; or of one operation without a transaction. */
interface Undertaking {
  readonly facts: Fact[]
  /** Called after the commit, to write to the log. */
  readonly log: (() => void)[]
  /** Audit entries about refusals, written once the transaction is over. */
  readonly refusals: (() => Promise<void>)[]
  /** Why it must be rolled back, whatever the outermost operation does. */
  failure: { readonly error: unknown } | null
}
const newUndertaking = (): Undertaking => ({ facts: [], log: [], refusals: [], failure: null })
interface Surroundings {
  readonly depth: number
  /** The transaction to join; null when there is none. */
  readonly joins: { readonly store: Store; readonly undertaking: Undertaking } | null
  /** Whether commands may be performed there. */
  readonly mayChange: boolean
  /** Whether it is part of heavy work that already had its turn. */
  readonly hadTurn: boolean
  /** How many operations may still be performed for the same request; null where the request itself begins. */
  readonly left: { count: number } | null
}
const OUTERMOST: Surroundings = { depth: 0, joins: null, mayChange: true, hadTurn: false, left: null }
const DEEPEST = 8
/** For one request, which counts as one for the limits of its caller. Tasks have limits of their own. */
const MOST_PERFORMED = 1_000
/** A refusal that passes through several operations is recorded by the innermost. */
const onRecord = new WeakSet<object>()
const isOnRecord = (error: unknown): boolean => typeof error === 'object' && error !== null && onRecord.has(error)

/**
 * How an error is recorded by code that performs operations without being one: null when the operation has recorded it.
 */
export const notOnRecord = (error: unknown): unknown => (isOnRecord(error) ? null : error)

const TRIES = 4
/** Maximum delay, longer after each try, so that the same two transactions do not collide again. */
const PAUSE_MS = 20

async function performWithin<I extends z.ZodType, O extends z.ZodType>(
  around: Surroundings,
  product: Product,
  operation: Operation<Kind, I, O>,
  caller: Caller,
  rawInput: unknown,
): Promise<z.output<O>> {
  const isWhole = operation.kind === 'command' && !operation.withoutTransaction && !around.joins
  const tries = isWhole && !operation.isTriedOnce ? TRIES : 1
  for (let tried = 1; ; tried += 1) {
    try {
      return await performOnce(around, product, operation, caller, rawInput)
    } catch (error) {
      if (around.joins || !isRefusal(error) || error.kind !== 'changedMeanwhile') throw error
      if (tried === tries) {
        // A fault of the operation itself looks the same if it occurs every time.
        product.services.log.error(`${operation.name} was undone because of others`, error.cause, { tries })
        throw error
      }
      // Nothing was kept, and the doors will report what has changed.
      await pause(Math.random() * PAUSE_MS * tried)
    }
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function performOnce<I extends z.ZodType, O extends z.ZodType>(
  around: Surroundings,
  product: Product,
  operation: Operation<Kind, I, O>,
  begunBy: Caller,
  rawInput: unknown,
): Promise<z.output<O>> {
  const caller = { ...begunBy, actor: actorNow(begunBy.actor) }
  const recorder = recorderOf({ ...caller, services: product.services, operation: operation.name ?? '' })
  try {
    assertAudience(operation.audience, caller.actor)
    if (operation.kind === 'command') await admitWrite(around, product.services, operation, caller.actor)
    const input = parseInput(operation.input, rawInput)
    const answer = await (around.joins
      ? runOn(around.joins.store, around.joins.undertaking, { around, product, operation, caller, input, recorder })
      : admitted({ around, product, operation, caller, input, recorder }))
    return withSchema(operation.output, () => operation.output.parse(answer))
  } catch (error) {
    const unknown = notOnRecord(error)
    if (typeof error === 'object' && error !== null) onRecord.add(error)
    const keep = () => recorder.keepRefused(product.database, unknown, rawInput)
    if (around.joins) around.joins.undertaking.refusals.push(keep)
    else await keep()
    if (around.joins && operation.kind === 'command') around.joins.undertaking.failure ??= { error }
    throw error
  }
}

interface Run<I extends z.ZodType, O extends z.ZodType> {
  readonly around: Surroundings
  readonly product: Product
  readonly operation: Operation<Kind, I, O>
  readonly caller: Caller
  readonly input: z.output<I>
  readonly recorder: Recorder
}

/**
 * Heavy work waits for its turn and gets a smaller share of the database, whether an operation, a route or a task
 * performs it. Parts of work that already had its turn do not wait again; nor does work that joins a transaction, which
 * would be held open meanwhile.
 */
function admitted<I extends z.ZodType, O extends z.ZodType>(run: Run<I, O>): Promise<z.input<O>> {
  const { around, product, operation, caller, input } = run
  if (around.hadTurn || !operation.isHeavy?.(input)) return undertaken(run, product)
  const account = accountOf(caller.actor)
  const key = account === null ? caller.session.address : `user ${account}`
  const heavy = {
    ...run,
    around: { ...around, hadTurn: true },
    product: { ...product, database: product.database.heavy },
  }
  return product.services.concurrency.run(key, () => undertaken(heavy, product))
}

/**
 * Runs an operation that joins no other, and its effects.
 * @param after what plugins do afterwards; it is not heavy just because the operation was
 */
async function undertaken<I extends z.ZodType, O extends z.ZodType>(
  run: Run<I, O>,
  after: Product,
): Promise<z.input<O>> {
  const { product, operation } = run
  const undertaking = newUndertaking()
  const isAlone = operation.kind === 'query' || operation.withoutTransaction
  try {
    return await (isAlone
      ? runOn(plainStore(product.database), undertaking, run)
      : inTransaction(product.database, undertaking, (store, own) => runOn(store, own, run)))
  } finally {
    for (const tell of undertaking.log) tell()
    await toldAfterwards(after, undertaking.facts)
    for (const keep of undertaking.refusals) await keep()
  }
}

/**
 * Runs it in one transaction, rolled back completely when any part is refused; its effects are added to `undertaking`.
 */
async function inTransaction<T>(
  database: Database,
  undertaking: Undertaking,
  work: (store: Store, own: Undertaking) => Promise<T>,
): Promise<T> {
  const own = newUndertaking()
  try {
    const made = await database.transaction(async (store) => {
      const made = await work(store, own)
      if (own.failure) throw own.failure.error
      return made
    })
    for (const tell of own.log) tell()
    undertaking.facts.push(...own.facts)
    return made
  } finally {
    undertaking.refusals.push(...own.refusals)
  }
}

async function runOn<I extends z.ZodType, O extends z.ZodType>(
  store: Store,
  undertaking: Undertaking,
  { around, product, operation, caller, input, recorder }: Run<I, O>,
): Promise<z.input<O>> {
  const { services, database } = product
  const mayChange = around.mayChange && operation.kind === 'command'
  const left = around.left ?? { count: MOST_PERFORMED }

  const contextOf = (actor: Actor, store: Store, undertaking: Undertaking, facts: Fact[]): CommandContext => {
    const joins = store === plainStore(database) ? null : { store, undertaking }
    rememberCaller({ actor, session: caller.session })
    const context: CommandContext = {
      ...caller,
      ...performing({ ...around, depth: around.depth + 1, joins, mayChange, left }, product, { ...caller, actor }),
      get actor() {
        return actorNow(actor)
      },
      store,
      services,
      audit: recorder.audit,
      emit(name, fact) {
        if (!joins) throw new Error(`${name} is announced outside of the transaction of its rows`)
        facts.push([name, fact] as unknown as Fact)
      },
      actAs(program) {
        assertProgram(program)
        recorder.actAs(program)
        return contextOf(program, store, undertaking, facts)
      },
      together: (work) =>
        joins
          ? work(context)
          : inTransaction(database, undertaking, (store, own) =>
              concluded(store, own, (facts) => work(contextOf(actor, store, own, facts))),
            ),
    }
    return context
  }

  /** What was done on this store, and its effects inside the transaction. */
  async function concluded<T>(store: Store, own: Undertaking, work: (facts: Fact[]) => Promise<T>): Promise<T> {
    const facts: Fact[] = []
    const made = await work(facts)
    if (facts.length > 0) for (const follow of product.within) await follow({ store, services }, facts)
    for (const fact of facts) putOnRecord(recorder, fact)
    own.log.push(await recorder.keep(store))
    own.facts.push(...facts)
    return made
  }

  return concluded(store, undertaking, (facts) =>
    operation.run(contextOf(caller.actor, store, undertaking, facts), input),
  )
}

/** How operations are performed from within another operation. */
function performing(inside: Surroundings, product: Product, caller: Caller): Pick<Context, 'perform' | 'operations'> {
  return {
    operations: () => factsOf(product.operations),
    async perform(wanted, input) {
      // An unlisted operation is still an operation; the context just exposes less of it.
      const operation = typeof wanted === 'string' ? listed(product, wanted) : (wanted as AnyOperation)
      const name = typeof wanted === 'string' ? wanted : wanted.name
      if (inside.left && (inside.left.count -= 1) < 0) {
        const error = new Error(`${name} is performed after ${MOST_PERFORMED} others for one request: that is a task`)
        // Else who catches it would keep the first thousand.
        if (inside.joins) inside.joins.undertaking.failure ??= { error }
        throw error
      }
      if (inside.depth > DEEPEST) throw new Error(`${name} is performed more than ${DEEPEST} deep`)
      if (operation.kind === 'command' && !inside.mayChange)
        throw new Error(`${name} changes something, and is performed where things may only be looked at`)
      if (operation.withoutTransaction && inside.joins)
        throw new Error(`${name} stands by itself, and is performed within a transaction that could undo it`)
      return performWithin(inside, product, operation, caller, input)
    },
  }
}

/** @throws DomainError notFound */
function listed({ operations }: Product, name: string): AnyOperation {
  const [group = '', own = ''] = name.split('.')
  const members = Object.hasOwn(operations, group) ? operations[group] : undefined
  const operation = members && Object.hasOwn(members, own) ? members[own] : undefined
  if (!operation || name !== `${group}.${own}`) throw new DomainError('notFound')
  return operation
}

/**
 * What a plugin's route or a task gets, which are no operations. @param mayChange false for a GET made with a login
 * @param most how many operations may be performed; null for a task, of which each begins anew
 */
export function contextFor(
  product: Product,
  caller: Caller,
  audit: Audit,
  mayChange: boolean,
  most: number | null = MOST_PERFORMED,
): Context {
  rememberCaller(caller)
  const left = most === null ? null : { count: most }
  return {
    ...caller,
    ...performing({ ...OUTERMOST, depth: 1, mayChange, left }, product, caller),
    store: plainStore(product.database),
    services: product.services,
    audit,
    get actor() {
      return actorNow(caller.actor)
    },
    actAs(program) {
      assertProgram(program)
      return contextFor(product, { ...caller, actor: program }, audit, mayChange, most)
    },
  }
}

function putOnRecord({ audit }: Recorder, [name, fact]: Fact): void {
  for (const note of notesOf(name, fact)) audit(note)
}

/** Tells the plugins what happened. It no longer waits once one of them takes long; the others are told nevertheless. */
async function toldAfterwards(after: Product, facts: readonly Fact[]): Promise<void> {
  const { promise: isStalled, resolve: stall } = Promise.withResolvers<void>()
  const all = async (): Promise<void> => {
    for (const fact of facts) for (const handlers of after.after) await tellAfterwards(after, handlers, { fact, stall })
  }
  await Promise.race([all(), isStalled])
}

async function tellAfterwards(
  { database, services }: Product,
  handlers: Handlers,
  { fact, stall }: { readonly fact: Fact; stall(): void },
): Promise<void> {
  if (!handlers[fact[0]]) return
  const told = async (store: Store): Promise<void> => {
    const timer = setTimeout(stall, HANDLER_AWAITED_MS)
    try {
      await tell(handlers, fact, { store, services })
    } finally {
      clearTimeout(timer)
    }
  }
  // A handler that calls another server first keeps no connection meanwhile.
  await database
    .lateTransaction(told)
    .catch((error: unknown) => services.log.error(`a handler of ${fact[0]} failed`, error))
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
  const parsed = withSchema(schema, () => schema.safeParse(raw))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') ?? ''
  if (issue?.code !== 'custom' || issue.message !== NOT_STORABLE) throw new DomainError('invalidInput', { field })
  throw new DomainError('notStorable', { field, line: Number(issue.params?.['line']) })
}

/** @throws DomainError tooManyRequests | diskFull */
async function admitWrite(
  { joins }: Surroundings,
  { disk, writeLimit }: Services,
  { needsNoRoom }: Pick<AnyOperation, 'needsNoRoom'>,
  actor: Actor,
): Promise<void> {
  // What runs within another command was counted with it.
  if (joins === null && actor.kind === 'user' && !writeLimit.admits(actor.id)) throw new DomainError('tooManyRequests')
  if (!needsNoRoom && !(await disk.hasRoom())) throw new DomainError('diskFull')
}
