import { sessionSeen } from '#core/actor.ts'
import type { HandlerContext, OpenSession, Services } from '#core/context.ts'
import { itemSeen, type Item } from '#core/item/item.ts'
import { openStoreOf, type OwnParts } from '#core/open-store.ts'
import { ownSeals } from '#core/own-seals.ts'
import type { Plugin } from '#core/plugin.ts'
import type { OpenStore } from '#core/ports/store.ts'
import { seenLess, wholeOf } from '#core/seen-less.ts'

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

/** Without what runs the site: backups, moves, updates and plugins, and the settings of its start. */
export function servicesSeen(given: Services, { pluginId }: OwnParts): Services {
  const services = wholeOf<Services>(given)
  const { backups: _, showdocMoves: __, updates: ___, pluginUploads: ____, startSettings: _____, ...rest } = services
  return seenLess({ ...rest, seals: ownSeals(services.seals, pluginId) } as Services, services)
}

/** A copy of a context, which may have more than a store and services, or less of a store. */
export function contextSeen<C extends Partial<HandlerContext>>(ctx: C, own: OwnParts): C {
  const { store, services, session } = ctx as Partial<HandlerContext> & { readonly session?: OpenSession }
  const seen = Object.getOwnPropertyDescriptors(ctx) as Record<string, PropertyDescriptor>
  if (store) seen['store'] = { value: openStoreOf(store, own), enumerable: true }
  if (services) seen['services'] = { value: servicesSeen(services, own), enumerable: true }
  if (session) seen['session'] = { value: openSession(session), enumerable: true }
  return Object.defineProperties({}, seen) as C
}

/** What a contributed function is called with. */
export const argumentSeen = (given: unknown, own: OwnParts): unknown =>
  isObject(given) && (isObject(given['store']) || isObject(given['services']))
    ? contextSeen(given as { readonly store?: OpenStore; readonly services?: Services }, own)
    : given

const isObject = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null

/** A copy for the plugin: nothing keeps one from changing it, and others are told of it as well. */
export function factSeen(fact: unknown): unknown {
  const copy: unknown = structuredClone(fact)
  if (!isObject(copy)) return copy
  return Object.fromEntries(
    Object.entries(copy).map(([name, value]) => [name, isItem(value) ? itemSeen(value) : value]),
  )
}
const isItem = (value: unknown): value is Item => isObject(value) && 'visitPassword' in value
