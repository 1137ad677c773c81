import { z } from 'zod'
import type { HandlerContext } from '#core/context.ts'
import type { Fact } from '#core/events.ts'
import type { Follower } from '#core/handlers.ts'
import { id } from '#core/schema.ts'
import type { Product } from '#core/perform.ts'
import type { Outbox, Plugin } from '#core/plugin.ts'
import type { JobHandler } from '#core/ports/jobs.ts'
import type { Store } from '#core/ports/store.ts'
import type { Clock } from '#core/ports/surroundings.ts'
import { TooLate } from '#core/within-time.ts'
import { asProduct } from './plugin-calls.ts'

type Sender = Pick<Plugin, 'id'> & { readonly outbox: Outbox }

/** A job contains only this: a note may be private, and queues may be on other machines (threats K3). */
const Payload = z.object({ noteId: id() })

const sendersAmong = (plugins: readonly Plugin[]): readonly Sender[] =>
  plugins.flatMap(({ id: pluginId, outbox }) => (outbox ? [{ id: pluginId, outbox }] : []))
/** Name of the delivering job, and of the collection of notes. */
export const outboxJobOf = (pluginId: string): string => `${pluginId}.outbox`

/** Stores what plugins note about facts, each with a job that delivers it, in the transaction of the fact. */
export function notesKept(plugins: readonly Plugin[]): Follower {
  const senders = sendersAmong(plugins)
  return async (ctx, facts) => {
    for (const sender of senders)
      for (const fact of facts) {
        const note = noteOf(sender, fact, ctx)
        // It may be a command of another plugin that announced the fact.
        if (note) await asProduct(() => keepNote(sender, note, ctx))
      }
  }
}

/** Also null when the plugin fails, or returns something that cannot be stored: neither may roll back the command. */
function noteOf({ id: pluginId, outbox }: Sender, [name, fact]: Fact, { services }: HandlerContext): object | null {
  try {
    const note = (outbox.notes[name] as ((fact: unknown) => object | null) | undefined)?.(fact) ?? null
    if (note instanceof Promise) {
      // Nobody awaits it, and an unhandled rejection would end the server.
      note.catch(() => undefined)
      throw new Error(`what the plugin ${pluginId} notes of ${name} is a promise, for which no command waits`)
    }
    if (note === null) return null
    const json = JSON.stringify(note) as string | undefined
    if (json === undefined || !isStorable(json))
      throw new Error(`what the plugin ${pluginId} notes of ${name} cannot be kept`)
    // The object itself could still answer differently, or throw, when it is stored.
    return JSON.parse(json) as object
  } catch (error) {
    services.log.error(`the plugin ${pluginId} misses a fact`, error)
    return null
  }
}

// The database accepts neither U+0000 nor lone surrogates, both possible in JSON, and only limited depth.
const isStorable = (json: string): boolean =>
  json.startsWith('{') &&
  json.length <= LONGEST_NOTE &&
  !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][\da-f]{2})/.test(json) &&
  depthOf(json) <= DEEPEST_NOTE
const LONGEST_NOTE = 1_000_000
const DEEPEST_NOTE = 100

/** An upper bound of a note's depth: brackets in its texts count as well. */
function depthOf(json: string): number {
  let depth = 0
  let deepest = 0
  for (const character of json)
    if (character === '{' || character === '[') deepest = Math.max(deepest, (depth += 1))
    else if (character === '}' || character === ']') depth -= 1
  return deepest
}

async function keepNote(sender: Sender, note: object, { store, services }: HandlerContext): Promise<void> {
  const kept = await store.documents.collection(outboxJobOf(sender.id)).put({ at: services.clock.now(), data: note })
  await enqueueDelivery(sender, kept.id, store)
}

const enqueueDelivery = (sender: Sender, noteId: number, store: Pick<Store, 'jobs'>): Promise<void> =>
  store.jobs.enqueue(outboxJobOf(sender.id), { noteId }, { once: `${outboxJobOf(sender.id)}:${noteId}` })

/**
 * At the start, ensures that every note has a job: jobs of a plugin that was missing were given up, because nothing
 * handled them. Other servers may be delivering meanwhile, which would move notes from one page of a list to another.
 */
export async function resumeOutboxes(
  plugins: readonly Plugin[],
  store: Pick<Store, 'documents' | 'jobs'>,
): Promise<void> {
  for (const sender of sendersAmong(plugins))
    for (const noteId of await store.documents.collection(outboxJobOf(sender.id)).ids())
      await enqueueDelivery(sender, noteId, store)
}

/** A delivery has its own time limit. */
const LIMIT_MS = 60_000
/**
 * How long deliveries of a plugin rest after one that hung: each that has read or written something would keep the only
 * connection of the embedded database until its time is up.
 */
const REST_MS = 60_000

/** The jobs that deliver notes, by name. */
export function outboxJobs(
  plugins: readonly Plugin[],
  product: Product,
  isOn: (pluginId: string) => boolean = () => true,
): ReadonlyMap<string, JobHandler> {
  return new Map(
    sendersAmong(plugins).map((sender) => {
      const rest = new Rest(product.services.clock)
      const handler: JobHandler = {
        limitMs: LIMIT_MS,
        isNeverGivenUp: true,
        isReady: () => isOn(sender.id) && !rest.isNow(),
        run: (payload) => delivered(sender, rest, { product, payload }),
      }
      return [outboxJobOf(sender.id), handler]
    }),
  )
}

/** The time in which nothing of a plugin is delivered. */
class Rest {
  readonly #clock: Clock
  #until = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  isNow(): boolean {
    return this.#clock.now().getTime() < this.#until
  }
  begin(): void {
    this.#until = this.#clock.now().getTime() + REST_MS
  }
}

interface Delivery {
  readonly product: Product
  readonly payload: object
}

async function delivered(sender: Sender, rest: Rest, { product, payload }: Delivery): Promise<void> {
  const { database, services } = product
  const { noteId } = Payload.parse(payload)
  const note = await database.documents.collection(outboxJobOf(sender.id)).byId(noteId)
  if (!note) return
  // It may have waited for one that hung.
  if (rest.isNow()) throw new Error(`the outbox of the plugin ${sender.id} rests after a delivery that hung`)
  // A delivery that calls another server before it reads or writes anything keeps no connection meanwhile.
  const delivery = database.lateTransaction(async (store) => {
    try {
      await sender.outbox.deliver({ store, services }, note.data)
    } catch (error) {
      if (error instanceof TooLate && !error.isOfProduct) rest.begin()
      throw error
    }
    if (!(await store.documents.collection(outboxJobOf(sender.id)).delete(noteId))) throw new DeliveredElsewhere()
  })
  await delivery.catch((error: unknown) => {
    if (!(error instanceof DeliveredElsewhere)) throw error
  })
}

/** Another server has done it meanwhile, because this one was taken for dead: what is written here is undone. */
class DeliveredElsewhere extends Error {}
