import type { Socket } from 'node:net'
import type { ClientBase, PoolClient } from 'pg'
import type { Outage } from './outage.ts'

/** A pool, or a limited share of one. */
export interface Connections {
  /** The receiver has to release it. */
  connect(): Promise<PoolClient>
}

const outages = new WeakMap<Connections, Outage>()

export const tellOutagesTo = (outage: Outage, connections: Connections): void => void outages.set(connections, outage)

const failureHearers = new WeakMap<Connections, (error: unknown) => void>()

export const tellFailuresTo = (hear: (error: unknown) => void, connections: Connections): void =>
  void failureHearers.set(connections, hear)

/** Reports that a statement on one of these connections has failed. */
export const noteFailure = (connections: Connections, error: unknown): void => failureHearers.get(connections)?.(error)

/** Acquires a connection; failures are reported to the operator. */
export async function connectionOf(connections: Connections): Promise<PoolClient> {
  try {
    return await connections.connect()
  } catch (error) {
    outages.get(connections)?.note(error)
    throw error
  }
}

/** Writes made before waiting for an answer are sent in one packet, because each packet wakes the database up. */
export function gathering(client: PoolClient): void {
  const stream = streamOf(client)
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Ends a connection without a word to the server; everything that waits for it fails with the reason. */
export const breakOff = (client: ClientBase, reason: Error): void => void streamOf(client).destroy(reason)

/** What has come from the server on this connection so far. */
export const bytesReadOf = (client: ClientBase): number => streamOf(client).bytesRead

/** Its type does not include the stream. */
const streamOf = (client: ClientBase): Socket =>
  (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream
