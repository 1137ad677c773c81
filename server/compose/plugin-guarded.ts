import { DomainError } from '#core/errors.ts'
import type { Contribution } from '#core/extension.ts'
import type { EventName } from '#core/events.ts'
import type { Handlers } from '#core/handlers.ts'
import type { AnyOperation, OperationTable } from '#core/operation.ts'
import type { Job, Outbox, Plugin, RawRoute, TaskContext, TaskKind } from '#core/plugin.ts'
import type { PluginGuard } from './plugin-guard.ts'

/**
 * The same plugin with all its functions behind its guard. When switched off, its operations answer "not available".
 */
export function guarded(plugin: Plugin, guard: PluginGuard): Plugin {
  const { operations, contributes, handlers, outbox, jobs, tasks, routes, stop } = plugin
  return {
    ...plugin,
    ...(operations ? { operations: guardedOperations(operations, guard) } : {}),
    ...(handlers ? { handlers: guardedHandlers(handlers, guard) } : {}),
    ...(outbox ? { outbox: guardedOutbox(outbox, guard) } : {}),
    ...(contributes ? { contributes: contributes.map((each) => guardedContribution(each, guard)) } : {}),
    ...(jobs ? { jobs: mapped(jobs, (job, name) => guardedJob(name, job, guard)) } : {}),
    ...(tasks ? { tasks: mapped(tasks, (task) => guardedTask(task, guard)) } : {}),
    ...(routes ? { routes: routes.map((route) => guardedRoute(route, guard)) } : {}),
    ...(stop ? { stop: () => stop.call(plugin) } : {}),
  }
}

const mapped = <V, W>(record: Readonly<Record<string, V>>, to: (value: V, key: string) => W): Record<string, W> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value, key)]))

function refuseWhenOff(guard: PluginGuard): void {
  if (guard.isOff) throw new DomainError('notAvailable')
}

/**
 * For a command in a transaction, which keeps a connection. What waits for something else, and queries and commands
 * without a transaction, only keep their caller waiting.
 */
const COMMAND_MS = 60_000

const guardedOperations = (table: OperationTable, guard: PluginGuard): OperationTable =>
  mapped(table, (group) =>
    mapped(group, (operation): AnyOperation => ({
      ...operation,
      run: async (ctx, input) => {
        refuseWhenOff(guard)
        if (operation.kind === 'query' || operation.withoutTransaction) return operation.run(ctx, input)
        return guard.timed(`the operation ${operation.name}`, () => operation.run(ctx, input), COMMAND_MS)
      },
    })),
  )

function guardedHandlers(handlers: Handlers, guard: PluginGuard): Handlers {
  // The key keeps the type of each pair, which TypeScript cannot follow through a loop.
  const byName = handlers as Readonly<Record<EventName, (...given: unknown[]) => Promise<void>>>
  return mapped(byName, (handler, name) => async (...given: unknown[]) => {
    if (!guard.isOff) await guard.counted(`the handler of ${name}`, () => handler(...given))
  })
}

function guardedOutbox({ notes, deliver }: Outbox, guard: PluginGuard): Outbox {
  const byName = notes as Readonly<Record<EventName, (fact: unknown) => object | null>>
  return {
    // Facts are not reported to a plugin that is off.
    notes: mapped(
      byName,
      (note, name) => (fact: unknown) =>
        guard.isOff ? null : guard.countedNow(`the note of ${name}`, () => note(fact)),
    ),
    deliver: async (ctx, note) => {
      if (guard.isOff) throw new Error('a note belongs to a plugin that is switched off')
      // Not counted: usually another server is unavailable, and facts are lost to a plugin that is off.
      await guard.timed('the outbox', () => deliver(ctx, note))
    },
  }
}

/** The name of what a plugin has at a point, for its guard. */
export const valuesAt = ({ id }: Pick<Contribution['point'], 'id'>): string => `what is at ${id}`

/** The same value with all functions behind the guard, at any depth in lists and plain objects. */
function guardedContribution({ point, value }: Contribution<unknown>, guard: PluginGuard): Contribution<unknown> {
  const what = valuesAt(point)
  const guardedIn = (part: unknown, owner: unknown): unknown => {
    if (typeof part === 'function')
      return (...given: readonly unknown[]): unknown => {
        if (!point.isPartOfCommands) refuseWhenOff(guard)
        if (point.hangMs !== undefined)
          return guard.unlessResting(what, point.hangMs, () => Reflect.apply(part, owner, given) as unknown)
        if (point.isLimitedByCore) return Reflect.apply(part, owner, given)
        return guard.contributed(what, point.limitMs ?? null, () => Reflect.apply(part, owner, given) as unknown)
      }
    if (Array.isArray(part)) return part.map((each: unknown) => guardedIn(each, part))
    return isPlain(part) ? mapped(part, (each) => guardedIn(each, part)) : part
  }
  return { point, value: guardedIn(value, undefined) }
}

/** Instances of other classes, such as schemas, are left unchanged. */
const isPlain = (part: unknown): part is Readonly<Record<string, unknown>> =>
  typeof part === 'object' && part !== null && Object.getPrototypeOf(part) === Object.prototype

const guardedJob = (name: string, job: Job, guard: PluginGuard): Job => ({
  ...job,
  run: async (ctx, payload, tools) => {
    if (guard.isOff) throw new Error(`the job ${name} belongs to a plugin that is switched off`)
    await guard.untilOff(tools.signal, (signal) =>
      guard.watched(`the job ${name}`, signal, () => job.run(ctx, payload, { ...tools, signal })),
    )
  },
})

// People who start tasks must not be able to switch a plugin off, so failures do not count; the task runner has its own
// time limit.
const guardedTask = (task: TaskKind, guard: PluginGuard): TaskKind => ({
  ...task,
  run: async (ctx, input, tools) => {
    refuseWhenOff(guard)
    return guard.untilOff(tools.signal, async (signal) => {
      try {
        return await task.run(performingUntil(signal, ctx), input, { ...tools, signal })
      } catch (error) {
        throw signal.aborted && !tools.signal.aborted ? new DomainError('notAvailable') : error
      }
    })
  },
})

/** The same context, still reading the actor anew, in which nothing can be performed once the signal has fired. */
const performingUntil = (signal: AbortSignal, ctx: TaskContext): TaskContext => {
  const perform: TaskContext['perform'] = async (operation, input) => {
    signal.throwIfAborted()
    return ctx.perform(operation, input)
  }
  const own = Object.getOwnPropertyDescriptors(ctx)
  return Object.defineProperties({} as TaskContext, { ...own, perform: { value: perform, enumerable: true } })
}

const guardedRoute = ({ actorOf, ...route }: RawRoute, guard: PluginGuard): RawRoute => ({
  ...route,
  ...(actorOf && {
    actorOf: async (request, ctx) => {
      refuseWhenOff(guard)
      return guard.timed(`the token of ${route.prefix}`, () => actorOf.call(route, request, ctx))
    },
  }),
  answer: async (request, ctx) => {
    refuseWhenOff(guard)
    return guard.stirring(`the route ${route.prefix}`, (goesOn) => route.answer(watched(request, goesOn), ctx))
  },
})

/** The same request, reporting whenever part of its body was read. */
function watched(request: Request, tell: () => void): Request {
  if (!request.body) return request
  const transform = (chunk: Uint8Array, controller: TransformStreamDefaultController<Uint8Array>): void => {
    tell()
    controller.enqueue(chunk)
  }
  const body = request.body.pipeThrough(new TransformStream({ transform }))
  // Browser types do not include `duplex`, which streaming bodies require.
  return new Request(request, { body, duplex: 'half' } as RequestInit)
}
