import type { Writable } from 'node:stream'
import type { PoolClient } from 'pg'
import type { Outage } from './outage.ts'

/** A pool, or what limits the use of one. */
export interface Connections {
  /** Whoever gets it releases it. */
  connect(): Promise<PoolClient>
}

const outages = new WeakMap<Connections, Outage>()

export const tellOutagesTo = (outage: Outage, connections: Connections): void => void outages.set(connections, outage)

const failureHearers = new WeakMap<Connections, (error: unknown) => void>()

export const tellFailuresTo = (hear: (error: unknown) => void, connections: Connections): void =>
  void failureHearers.set(connections, hear)

/** A statement on one of these connections has failed. */
export const noteFailure = (connections: Connections, error: unknown): void => failureHearers.get(connections)?.(error)

/** One of these connections; that there is none is told to the operator. */
export async function connectionOf(connections: Connections): Promise<PoolClient> {
  try {
    return await connections.connect()
  } catch (error) {
    outages.get(connections)?.note(error)
    throw error
  }
}

/** What is asked before anything is answered travels in one piece: each piece wakes the database up. */
export function gathering(client: PoolClient): void {
  // Its type does not say what it speaks through.
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}
