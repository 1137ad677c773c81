import { DomainError } from '#core/errors.ts'
import type { EventName, Handlers } from '#core/events.ts'
import type { AnyOperation, OperationTable } from '#core/operation.ts'
import type { Job, Outbox, Plugin, RawRoute } from '#core/plugin.ts'
import type { PluginGuard } from './plugin-guard.ts'

/** The same plugin with every way into it behind its guard. Switched off, its operations answer "not available". */
export function guarded(plugin: Plugin, guard: PluginGuard): Plugin {
  const { operations, handlers, outbox, jobs, routes, stop } = plugin
  return {
    ...plugin,
    ...(operations ? { operations: guardedOperations(operations, guard) } : {}),
    ...(handlers ? { handlers: guardedHandlers(handlers, guard) } : {}),
    ...(outbox ? { outbox: guardedOutbox(outbox, guard) } : {}),
    ...(jobs ? { jobs: mapped(jobs, (job, name) => guardedJob(name, job, guard)) } : {}),
    ...(routes ? { routes: routes.map((route) => guardedRoute(route, guard)) } : {}),
    ...(stop ? { stop: () => stop.call(plugin) } : {}),
  }
}

const mapped = <V, W>(record: Readonly<Record<string, V>>, to: (value: V, key: string) => W): Record<string, W> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value, key)]))

function refuseWhenOff(guard: PluginGuard): void {
  if (guard.isOff) throw new DomainError('notAvailable')
}

const guardedOperations = (table: OperationTable, guard: PluginGuard): OperationTable =>
  mapped(table, (group) =>
    mapped(group, (operation): AnyOperation => ({
      ...operation,
      run: async (ctx, input) => {
        refuseWhenOff(guard)
        return operation.run(ctx, input)
      },
    })),
  )

function guardedHandlers(handlers: Handlers, guard: PluginGuard): Handlers {
  // The type of each pair is kept by its key, which TypeScript cannot follow through a loop.
  const byName = handlers as Readonly<Record<EventName, (...given: unknown[]) => Promise<void>>>
  return mapped(byName, (handler, name) => async (...given: unknown[]) => {
    if (!guard.isOff) await guard.counted(`the handler of ${name}`, () => handler(...given))
  })
}

function guardedOutbox({ notes, deliver }: Outbox, guard: PluginGuard): Outbox {
  const byName = notes as Readonly<Record<EventName, (fact: unknown) => object | null>>
  return {
    // What happens while the plugin is off, is nothing to it.
    notes: mapped(
      byName,
      (note, name) => (fact: unknown) =>
        guard.isOff ? null : guard.countedNow(`the note of ${name}`, () => note(fact)),
    ),
    deliver: async (ctx, note) => {
      if (guard.isOff) throw new Error('a note belongs to a plugin that is switched off')
      await guard.counted('the outbox', () => deliver(ctx, note))
    },
  }
}

const guardedJob = (name: string, job: Job, guard: PluginGuard): Job => ({
  ...job,
  run: async (ctx, payload) => {
    if (guard.isOff) throw new Error(`the job ${name} belongs to a plugin that is switched off`)
    await guard.counted(`the job ${name}`, () => job.run(ctx, payload))
  },
})

const guardedRoute = (route: RawRoute, guard: PluginGuard): RawRoute => ({
  ...route,
  answer: async (request, ctx) => {
    refuseWhenOff(guard)
    return guard.timed(`the route ${route.prefix}`, () => route.answer(request, ctx))
  },
})
