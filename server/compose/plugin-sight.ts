import { types } from 'node:util'
import { sessionSeen } from '#core/actor.ts'
import type { CommandContext, Context, OpenServices, OpenSession, UnlistedOperation } from '#core/context.ts'
import { itemSeen, type Item } from '#core/item/item.ts'
import { openServicesOf } from '#core/open-services.ts'
import { openStoreOf, requireOwnCollection, type OwnParts } from '#core/open-store.ts'
import { ownSeals } from '#core/own-seals.ts'
import type { SearchGround } from '#core/page/search-sources.ts'
import type { FoundDocument, Plugin } from '#core/plugin.ts'
import type { Seals } from '#core/ports/login.ts'
import type { OpenStore } from '#core/ports/store.ts'
import { isSeenLess } from '#core/seen-less.ts'

/**
 * What plugins get of contexts and facts: nothing that proves who somebody is, no secrets of others, and no work but their
 * own. Code in this process can read anything all the same; this keeps the contract from handing it out.
 */
export const ownPartsOf = ({ id, jobs = {}, tasks = {} }: Plugin): OwnParts => ({
  pluginId: id,
  jobs: new Set(Object.keys(jobs)),
  tasks: new Set(Object.keys(tasks)),
})

/** Always the same for one session, as doors recognise a caller by it. */
export const openSession = (session: OpenSession): OpenSession =>
  sessionSeen(session, ({ address, siteUrl, userAgent, language, requestId }) => ({
    ...{ address, siteUrl, userAgent, language, requestId },
  }))

/** How a plugin sees contexts. */
export interface Sight {
  readonly own: OwnParts
  /** The operation as the product performs it for the plugin: one that is in no table is the plugin's as well. */
  performable(operation: string | UnlistedOperation): string | UnlistedOperation
}

/** A context, or some of it. */
type Seeable = Partial<Context> & Partial<Pick<CommandContext, 'together'> & Pick<SearchGround, 'found'>>

/**
 * A copy of a context, which may have more than a store and services, or less of a store. Contexts that it leads to are
 * seen in the same way. @throws Error when another plugin has made its store or services
 */
export function contextSeen<C extends Seeable>(ctx: C, sight: Sight): C {
  const { own } = sight
  // Read once: an object could answer otherwise each time. Called on the context, and only where it has them.
  const { store, services, session, perform, actAs, together, found }: Seeable = ctx
  const seen: Seeable = {
    ...('store' in ctx && { store: isObject(store) ? openStoreOf(store, own) : store }),
    ...('services' in ctx && { services: isObject(services) ? openServicesOf(services, own) : services }),
    ...(session && { session: openSession(session) }),
    ...(found && {
      found<T extends object>(collection: string) {
        requireOwnCollection(own.pluginId, collection)
        return found.call(ctx, collection) as AsyncIterable<FoundDocument<T>>
      },
    }),
    ...(perform && { perform: (operation, input) => perform.call(ctx, sight.performable(operation), input) }),
    ...(actAs && { actAs: (program) => contextSeen(actAs.call(ctx, program), sight) }),
    ...(together && {
      together: <T>(work: (inside: CommandContext) => Promise<T>) =>
        together.call(ctx, (inside) => work(contextSeen(inside, sight))) as Promise<T>,
    }),
  }
  // Getters stay getters: the actor changes when a right is taken meanwhile.
  return Object.defineProperties({} as C, {
    ...Object.getOwnPropertyDescriptors(ctx),
    ...Object.getOwnPropertyDescriptors(seen),
  })
}

/**
 * What a contributed function is called with. At a point of the product, all that is named like part of a context is
 * one; what plugins give each other is left as it is, except for what they got. @throws Error as `contextSeen`
 */
export function argumentSeen(given: unknown, sight: Sight, isOfProduct: boolean): unknown {
  if (!isObject(given)) return given
  // It could answer otherwise each time, whatever is asked of it.
  if (types.isProxy(given)) throw new Error(`the plugin ${sight.own.pluginId} is handed a proxy`)
  if (isItem(given)) return itemSeen(given)
  if (isStore(given)) return openStoreOf(given as unknown as OpenStore, sight.own)
  if (isServices(given)) return openServicesOf(given as unknown as OpenServices, sight.own)
  if (!isOfProduct) return givenByPlugin(given, sight)
  if (isSeals(given)) return ownSeals(given, sight.own.pluginId)
  return 'store' in given || 'services' in given ? contextSeen(given as Seeable, sight) : given
}

/** @throws Error for seals that a plugin has made, and as `contextSeen` */
function givenByPlugin(given: Readonly<Record<string, unknown>>, sight: Sight): unknown {
  const { pluginId } = sight.own
  const gotSeals = (seals: Seals): Seals => {
    if (isSeenLess(seals)) return ownSeals(seals, pluginId)
    throw new Error(`the plugin ${pluginId} is handed seals that the product has not made`)
  }
  if (isSeals(given)) return gotSeals(given)
  if (!isPlain(given)) return given
  if (PARTS_OF_CONTEXTS.some((part) => Object.getOwnPropertyDescriptor(given, part)?.get))
    throw new Error(`the plugin ${pluginId} is handed a context that could be another one each time`)
  const { store, services, seals } = given
  const seen = isStore(store) || isServices(services) ? contextSeen(given as Seeable, sight) : given
  return isSeals(seals) ? { ...seen, seals: gotSeals(seals) } : seen
}
const PARTS_OF_CONTEXTS = ['store', 'services', 'seals'] as const

/* By what they do: facts and values of plugins may have parts of these names as well. */

const isStore = (given: unknown): boolean =>
  isObject(given) && isObject(given['documents']) && typeof given['documents']['collection'] === 'function'
const isServices = (given: unknown): boolean =>
  isObject(given) && typeof given['extensions'] === 'function' && isObject(given['seals'])

const isSeals = (given: unknown): given is Seals =>
  isObject(given) && ['seal', 'open', 'digest'].every((name) => typeof given[name] === 'function')

const isObject = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null

/** A copy for the plugin: nothing keeps one from changing it, and others are told of it as well. */
export function factSeen(fact: unknown): unknown {
  const copy: unknown = structuredClone(fact)
  if (!isPlain(copy)) return copy
  return Object.fromEntries(
    Object.entries(copy).map(([name, value]) => [name, isItem(value) ? itemSeen(value) : value]),
  )
}
/** Instances of other classes, such as schemas, are left unchanged. */
export const isPlain = (part: unknown): part is Readonly<Record<string, unknown>> =>
  isObject(part) && [Object.prototype, null].includes(Object.getPrototypeOf(part) as object)
const isItem = (value: unknown): value is Item =>
  isObject(value) &&
  'visitGeneration' in value &&
  isObject(value['visitPassword']) &&
  'sealed' in value['visitPassword'] &&
  'digest' in value['visitPassword']
