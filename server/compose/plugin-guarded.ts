import { z } from 'zod'
import { DomainError } from '#core/errors.ts'
import type { Contribution } from '#core/extension.ts'
import type { EventName } from '#core/events.ts'
import type { Handlers } from '#core/handlers.ts'
import type { AnyOperation, OperationTable } from '#core/operation.ts'
import type { Job, Outbox, Plugin, RawRoute, TaskKind } from '#core/plugin.ts'
import type {
  CommandContext,
  Context,
  HandlerContext,
  OpenServices,
  Services,
  UnlistedOperation,
} from '#core/context.ts'
import type { OwnTime } from '#core/own-time.ts'
import { RunAborted } from '#core/ports/jobs.ts'
import type { PluginPart } from '#core/ports/plugins.ts'
import { openServicesOf, wholeServices } from '#core/open-services.ts'
import { openStoreOf, wholeStore } from '#core/open-store.ts'
import { callSchemaBy } from '#core/schema-owners.ts'
import { madeByProduct } from '#core/seen-less.ts'
import type { MeasuredTime, OwnTimeLimits } from './measured-time.ts'
import { pointOfProduct } from './known-points.ts'
import { asProduct } from './plugin-calls.ts'
import { argumentSeen, contextSeen, factSeen, isPlain, openSession, ownPartsOf, type Sight } from './plugin-sight.ts'
import { membersOf } from './settled-plugin.ts'
import { HELD_MS, HOLDING_MS, type PluginGuard, type Stirring } from './plugin-guard.ts'

/**
 * The same plugin with all its functions behind its guard. When switched off, its operations answer "not available". Each
 * function is called on what it belongs to, which may be an instance of a class.
 * @param contributes what of its contributions counts
 */
export function guarded(plugin: Plugin, guard: PluginGuard, contributes = plugin.contributes ?? []): Plugin {
  const { operations, handlers, outbox, jobs, tasks, routes, start, stop } = plugin
  guard.ownParts = ownPartsOf(plugin)
  if (plugin.settings) callSchemaBy(plugin.settings, (work) => guard.named(work))
  return {
    ...partsOf(plugin),
    ...(operations ? { operations: guardedOperations(operations, guard) } : {}),
    ...(handlers ? { handlers: guardedHandlers(handlers, guard) } : {}),
    ...(outbox ? { outbox: guardedOutbox(outbox, guard) } : {}),
    contributes: contributes.map((each) => guardedContribution(each, guard)),
    ...(jobs ? { jobs: mapped(jobs, (job, name) => guardedJob(name, job, guard)) } : {}),
    ...(tasks ? { tasks: mapped(tasks, (task, name) => guardedTask(name, task, guard)) } : {}),
    ...(routes ? { routes: routes.map((route) => guardedRoute(route, guard)) } : {}),
    ...(start ? { start: (services) => start.call(plugin, openServicesOf(services, guard.ownParts)) } : {}),
    ...(stop ? { stop: () => stop.call(plugin) } : {}),
  }
}

const mapped = <V, W>(record: Readonly<Record<string, V>>, to: (value: V, key: string) => W): Record<string, W> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value, key)]))

function refuseWhenOff(guard: PluginGuard): void {
  if (guard.isOff) throw new DomainError('notAvailable')
}

/** The own time of an operation. */
const OWN_TIME_MS = 10_000

const guardedOperations = (table: OperationTable, guard: PluginGuard): OperationTable =>
  mapped(table, (operations, group) =>
    mapped(operations, (operation, name) => guardedOperation(operation, `${group}.${name}`, guard)),
  )

type NamedOperation = AnyOperation & { readonly name: string }

function guardedOperation(operation: AnyOperation, name: string, guard: PluginGuard): NamedOperation {
  // One that is in no table has not been read before.
  const own = partsOf(operation)
  const { kind, withoutTransaction, limitMs, admitsFile, run } = own
  for (const schema of [own.input, own.output]) callSchemaBy(schema, (work) => guard.named(work))
  const hasTransaction = kind === 'command' && !withoutTransaction
  // In a transaction, others wait as well.
  const limits: OwnTimeLimits = hasTransaction
    ? { limitMs: OWN_TIME_MS, heldMs: HELD_MS, allMs: HOLDING_MS }
    : { limitMs: limitMs ?? OWN_TIME_MS, heldMs: HELD_MS, allMs: null }
  return {
    ...own,
    name,
    ...(admitsFile && {
      admitsFile: async (ctx, soFar) => {
        refuseWhenOff(guard)
        const asking = { limitMs: guard.callMs, heldMs: HELD_MS, allMs: null }
        return guard.operated({ kind: 'operation', name }, asking, (time) =>
          admitsFile.call(operation, measuredFor(ctx, time, guard), soFar),
        )
      },
    }),
    run: async (ctx, input) => {
      refuseWhenOff(guard)
      return guard.operated({ kind: 'operation', name }, limits, (time) => {
        const work = () => run.call(operation, measured(ctx, time, guard), input)
        return hasTransaction ? time.held(work) : work()
      })
    },
  }
}

/** The same context, in which nothing can be done any more once the time is up. */
function measured(given: CommandContext, time: MeasuredTime, guard: PluginGuard): CommandContext {
  return {
    ...given,
    // It changes when a right is taken meanwhile.
    get actor() {
      return given.actor
    },
    get session() {
      return openSession(given.session)
    },
    store: measuredStore(given.store, time, guard),
    services: openServicesOf(measuredServices(given.services, time), guard.ownParts),
    perform: (operation, input) => time.aside(() => given.perform(performable(operation, guard), input)),
    together: (work) =>
      // Its beginning and its end are the product's; an error of the work rolls it back.
      time.aside(() =>
        given.together((inside) => time.ofItsOwn(() => guard.named(() => work(measured(inside, time, guard))))),
      ),
    emit: (name, fact) => {
      time.assertLeft()
      // Fails here, and not where others are told of it, when it is no data.
      given.emit(name, structuredClone(fact))
    },
    actAs: (program) => measured(given.actAs(program), time, guard),
  }
}

/** The same for what has no caller. */
const measuredFor = (ctx: HandlerContext, time: OwnTime, guard: PluginGuard): HandlerContext => ({
  store: measuredStore(ctx.store, time, guard),
  services: openServicesOf(measuredServices(ctx.services, time), guard.ownParts),
})

const measuredStore = (store: HandlerContext['store'], time: OwnTime, guard: PluginGuard): HandlerContext['store'] =>
  openStoreOf(wholeStore(store).measured(time), guard.ownParts)

const WITHOUT_DATABASE = false

/** A page of another plugin's kind may take long to be shown. */
function measuredServices(given: OpenServices, time: OwnTime): Services {
  const services = wholeServices(given)
  const { renderer, kindCalls } = services
  return madeByProduct({
    ...services,
    renderer: { render: (...asked) => time.aside(() => renderer.render(...asked), WITHOUT_DATABASE) },
    kindCalls: {
      ready: (kinds) => time.aside(() => kindCalls.ready(kinds), WITHOUT_DATABASE),
      answerOf: (...asked) => time.aside(() => kindCalls.answerOf(...asked), WITHOUT_DATABASE),
      leftAloneUntil: (kind) => kindCalls.leftAloneUntil(kind),
      callAgain: (kind) => kindCalls.callAgain(kind),
    },
  })
}

/** An operation that is in no table is the plugin's as well. */
const performable = (operation: string | UnlistedOperation, guard: PluginGuard): string | UnlistedOperation =>
  typeof operation === 'string' ? operation : guardedOperation(operation as NamedOperation, operation.name, guard)

const sightOf = (guard: PluginGuard): Sight => ({
  own: guard.ownParts,
  performable: (operation) => performable(operation, guard),
})

/** Facts are copied for each plugin: nothing keeps one from changing them, and others are told of them as well. */
function guardedHandlers(handlers: Handlers, guard: PluginGuard): Handlers {
  // The key keeps the type of each pair, which TypeScript cannot follow through a loop.
  const byName = handlers as Readonly<Record<EventName, (ctx: HandlerContext, fact: unknown) => Promise<void>>>
  return mapped(byName, (handler, name) => async (ctx: HandlerContext, fact: unknown) => {
    if (guard.isOff) return
    const what = { kind: 'handler', name } as const
    await guard.counted(what, (time) => handler.call(handlers, measuredFor(ctx, time, guard), factSeen(fact)))
  })
}

function guardedOutbox(outbox: Outbox, guard: PluginGuard): Outbox {
  const byName = outbox.notes as Readonly<Record<EventName, (fact: unknown) => object | null>>
  return {
    // Facts are not reported to a plugin that is off.
    notes: mapped(
      byName,
      (note, name) => (fact: unknown) =>
        guard.isOff ? null : guard.countedNow({ kind: 'note', name }, () => note.call(byName, factSeen(fact))),
    ),
    deliver: async (ctx, note) => {
      if (guard.isOff) throw new Error('a note belongs to a plugin that is switched off')
      // Not counted: usually another server is unavailable, and facts are lost to a plugin that is off.
      await guard.delivered({ kind: 'outbox', name: '' }, (time) => outbox.deliver(measuredFor(ctx, time, guard), note))
    },
  }
}

/** What a plugin has at a point, for its guard. */
export const valuesAt = ({ id }: Pick<Contribution['point'], 'id'>): PluginPart => ({ kind: 'values', name: id })

/** The same value with all functions behind the guard, at any depth in lists and plain objects. */
function guardedContribution(
  { point: given, value }: Contribution<unknown>,
  guard: PluginGuard,
): Contribution<unknown> {
  // A contribution must not say itself how its plugin is guarded.
  const ofProduct = pointOfProduct(given.id)
  const point = ofProduct ?? given
  const what = valuesAt(point)
  const guardedIn = (part: unknown, owner: unknown): unknown => {
    if (typeof part === 'function')
      return (...asked: readonly unknown[]): unknown => {
        const given = asked.map((each) => argumentSeen(each, sightOf(guard), ofProduct !== null))
        if (!point.isPartOfCommands) refuseWhenOff(guard)
        if (point.hangMs !== undefined)
          return guard.unlessResting(what, point.hangMs, () => Reflect.apply(part, owner, given) as unknown)
        if (point.isLimitedByCore) return guard.named(() => Reflect.apply(part, owner, given) as unknown)
        return guard.contributed(what, point.limitMs ?? null, () => Reflect.apply(part, owner, given) as unknown)
      }
    if (part instanceof z.ZodType) callSchemaBy(part, (work) => guard.named(work))
    if (Array.isArray(part)) return part.map((each: unknown) => guardedIn(each, part))
    const members = isPlain(part) ? part : part === value ? membersOf(part) : null
    return members ? mapped(members, (each) => guardedIn(each, part)) : part
  }
  return { point, value: guardedIn(value, undefined) }
}

/** A copy, with the members that an instance has of its class. */
const partsOf = <T extends object>(given: T): T => (isPlain(given) ? { ...given } : ({ ...membersOf(given) } as T))

const guardedJob = (name: string, job: Job, guard: PluginGuard): Job => ({
  ...partsOf(job),
  run: async (ctx, payload, tools) => {
    if (guard.isOff) throw new Error(`the job ${name} belongs to a plugin that is switched off`)
    await guard.untilOff(tools.signal, (signal) => {
      const own = Object.defineProperty(
        servicesOf(ctx, guard),
        'store',
        storeUntil(() => givenUp(signal), ctx, guard),
      )
      return guard.watched({ kind: 'job', name }, signal, () => job.run(own, payload, { ...tools, signal }))
    })
  },
})

// People who start tasks must not be able to switch a plugin off, so failures do not count; the task runner has its own
// time limit.
const guardedTask = (name: string, task: TaskKind, guard: PluginGuard): TaskKind => {
  callSchemaBy(task.input, (work) => guard.named(work))
  return taskBehindGuard(name, task, guard)
}
const taskBehindGuard = (name: string, task: TaskKind, guard: PluginGuard): TaskKind => ({
  ...partsOf(task),
  ...(task.requireResult && {
    requireResult: async (ctx, input) => {
      refuseWhenOff(guard)
      return guard.timed({ kind: 'operation', name }, async () =>
        task.requireResult?.(contextSeen(ctx, sightOf(guard)), input),
      )
    },
  }),
  run: async (ctx, input, tools) => {
    refuseWhenOff(guard)
    return guard.untilOff(tools.signal, async (signal) => {
      try {
        return await task.run(performingUntil(signal, ctx, guard), input, { ...tools, signal })
      } catch (error) {
        throw signal.aborted && !tools.signal.aborted ? new DomainError('notAvailable') : error
      }
    })
  },
})

/** The store of a context, in which nothing can be done any more once `assertLeft` throws. Made when it is used. */
function storeUntil(assertLeft: () => void, ctx: HandlerContext, guard: PluginGuard): PropertyDescriptor {
  const time: OwnTime = {
    async aside(work) {
      assertLeft()
      return asProduct(work)
    },
    assertLeft,
  }
  let store: HandlerContext['store'] | null = null
  return { get: () => (store ??= measuredStore(ctx.store, time, guard)), enumerable: true }
}

/** What has no store yet. The services are made when they are used. */
const servicesOf = (ctx: HandlerContext, guard: PluginGuard): HandlerContext => {
  let services: OpenServices | null = null
  return Object.defineProperty({} as HandlerContext, 'services', {
    get: () => (services ??= openServicesOf(ctx.services, guard.ownParts)),
    enumerable: true,
    configurable: true,
  })
}

/** While the server stops, a job may still bring to an end what it has begun. @throws the reason of the signal */
function givenUp(signal: AbortSignal): void {
  if (!signal.aborted) return
  const reason: unknown = signal.reason
  if (!(reason instanceof RunAborted) || reason.why !== 'stopped') throw reason as Error
}

/** The same context, still reading the actor anew, in which nothing can be done once the signal has fired. */
function performingUntil<C extends Context>(signal: AbortSignal, given: C, guard: PluginGuard): C {
  const perform: Context['perform'] = async (operation, input) => {
    signal.throwIfAborted()
    return asProduct(() => given.perform(performable(operation, guard), input))
  }
  const actAs: Context['actAs'] = (program) => performingUntil(signal, given.actAs(program), guard)
  const own = Object.getOwnPropertyDescriptors(given)
  const store = storeUntil(() => signal.throwIfAborted(), given, guard)
  const session = { get: () => openSession(given.session), enumerable: true }
  const { services } = Object.getOwnPropertyDescriptors(servicesOf(given, guard))
  return Object.defineProperties({} as C, {
    ...own,
    ...{ perform: { value: perform, enumerable: true }, actAs: { value: actAs, enumerable: true } },
    ...{ store, services, session },
  })
}

const guardedRoute = (route: RawRoute, guard: PluginGuard): RawRoute => ({
  ...partsOf(route),
  ...(route.actorOf && {
    actorOf: async (request, ctx) => {
      refuseWhenOff(guard)
      return guard.timed(
        { name: route.prefix, kind: 'token' },
        async () => (await route.actorOf?.(request, contextSeen(ctx, sightOf(guard)))) ?? null,
      )
    },
  }),
  answer: async (request, ctx) => {
    refuseWhenOff(guard)
    const ending = new AbortController()
    try {
      return await guard.stirring({ kind: 'route', name: route.prefix }, (stirring) =>
        route.answer(watched(request, stirring), performingUntil(ending.signal, ctx, guard)),
      )
    } catch (error) {
      // What wakes up after it was given up changes nothing any more.
      ending.abort(error)
      throw error
    }
  },
})

/** The same request. The time in which its sender is waited for is limited where requests are received. */
function watched(request: Request, { goesOn, waits }: Stirring): Request {
  if (!request.body) return request
  const reader = request.body.getReader()
  const pull = async (pieces: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    waits()
    const { done, value } = await reader.read().finally(goesOn)
    if (done) pieces.close()
    else pieces.enqueue(value)
  }
  // Asked for a piece only when the plugin reads one.
  const body = new ReadableStream({ pull, cancel: (reason) => reader.cancel(reason) }, { highWaterMark: 0 })
  // Browser types do not include `duplex`, which streaming bodies require.
  return new Request(request, { body, duplex: 'half' } as RequestInit)
}
