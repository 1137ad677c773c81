import type { PoolClient } from 'pg'
import type { Outage } from './outage.ts'

/** A pool, or what limits the use of one. */
export interface Connections {
  /** Whoever gets it releases it. */
  connect(): Promise<PoolClient>
}

const outages = new WeakMap<Connections, Outage>()

export const tellOutagesTo = (outage: Outage, connections: Connections): void => void outages.set(connections, outage)

/** One of these connections; that there is none is told to the operator. */
export async function connectionOf(connections: Connections): Promise<PoolClient> {
  try {
    return await connections.connect()
  } catch (error) {
    outages.get(connections)?.note(error)
    throw error
  }
}
