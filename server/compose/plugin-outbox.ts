import { z } from 'zod'
import type { HandlerContext } from '#core/context.ts'
import type { Fact } from '#core/events.ts'
import type { Follower } from '#core/handlers.ts'
import { id } from '#core/schema.ts'
import type { Product } from '#core/perform.ts'
import type { Outbox, Plugin } from '#core/plugin.ts'
import type { JobHandler } from '#core/ports/jobs.ts'
import type { Store } from '#core/ports/store.ts'

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
        if (note) await keepNote(sender, note, ctx)
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
    if (note && !isStorable(JSON.stringify(note)))
      throw new Error(`what the plugin ${pluginId} notes of ${name} cannot be kept`)
    return note
  } catch (error) {
    services.log.error(`the plugin ${pluginId} misses a fact`, error)
    return null
  }
}

// The database accepts neither U+0000 nor lone surrogates, both possible in JSON, and only limited depth.
const isStorable = (json: string | undefined): boolean =>
  json !== undefined &&
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

const NOTES_AT_ONCE = 1_000

/**
 * At the start, ensures that every note has a job: jobs of a plugin that was missing were given up, because nothing
 * handled them.
 */
export async function resumeOutboxes(
  plugins: readonly Plugin[],
  store: Pick<Store, 'documents' | 'jobs'>,
): Promise<void> {
  for (const sender of sendersAmong(plugins)) {
    const notes = store.documents.collection(outboxJobOf(sender.id))
    for (let page = 1, left = 1; left > 0; page += 1) {
      const { list, total } = await notes.find({}, { page, count: NOTES_AT_ONCE })
      for (const note of list) await enqueueDelivery(sender, note.id, store)
      left = total - page * NOTES_AT_ONCE
    }
  }
}

/** A delivery has its own time limit, and holds a transaction. */
const LIMIT_MS = 60_000

/** The jobs that deliver notes, by name. */
export function outboxJobs(
  plugins: readonly Plugin[],
  product: Product,
  isOn: (pluginId: string) => boolean = () => true,
): ReadonlyMap<string, JobHandler> {
  return new Map(
    sendersAmong(plugins).map((sender) => [
      outboxJobOf(sender.id),
      {
        limitMs: LIMIT_MS,
        isNeverGivenUp: true,
        isReady: () => isOn(sender.id),
        run: (payload) => delivered(sender, product, payload),
      },
    ]),
  )
}

async function delivered(sender: Sender, { database, services }: Product, payload: object): Promise<void> {
  const { noteId } = Payload.parse(payload)
  await database.transaction(async (store) => {
    const notes = store.documents.collection(outboxJobOf(sender.id))
    const note = await notes.byId(noteId)
    if (!note) return
    await sender.outbox.deliver({ store, services }, note.data)
    await notes.delete(noteId)
  })
}
