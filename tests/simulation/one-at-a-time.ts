import type { Database, Store } from '#core/ports/store.ts'

/** A database with one connection, as the embedded one is, and a way to wait until nothing of it is under way. */
export function oneAtATime(database: Database): { readonly database: Database; settle(): Promise<void> } {
  const waiting: (() => void)[] = []
  let isTaken = false
  const running = { count: 0 }
  const take = async (): Promise<void> => {
    if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve))
    isTaken = true
  }
  const free = (): void => {
    isTaken = false
    waiting.shift()?.()
  }
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    running.count += 1
    try {
      return await work()
    } finally {
      running.count -= 1
    }
  }
  /** Inside of a transaction only its statements are under way: the rest of the time it waits for the run. */
  const transaction = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    await take()
    try {
      return await during(() =>
        database.transaction(async (store) => {
          running.count -= 1
          try {
            return await work(watched(store, during))
          } finally {
            running.count += 1
          }
        }),
      )
    } finally {
      free()
    }
  }
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    await take()
    return during(work).finally(free)
  }
  const outside = watched(database, alone)
  const get = (_: Database, name: keyof Database) =>
    name === 'transaction' ? transaction : outside[name as keyof Store]
  return {
    database: new Proxy(database, { get }),
    async settle() {
      do await new Promise((resolve) => setImmediate(resolve))
      while (running.count > 0)
    },
  }
}

/** The store with something done around each of its statements. */
const watched = (store: Store, around: (work: () => Promise<unknown>) => Promise<unknown>): Store =>
  new Proxy(store, {
    get: (_, name: keyof Store) =>
      new Proxy<object>(store[name], {
        get:
          (part, method: string) =>
          (...values: readonly unknown[]) =>
            around(async () =>
              (part as Record<string, (...given: readonly unknown[]) => unknown>)[method]?.(...values),
            ),
      }),
  })
