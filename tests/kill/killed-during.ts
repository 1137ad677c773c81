import type { RunningServer } from '#tests/e2e/support/running-server.ts'

/** Ends the server at once after so many acknowledged deeds, with others under way. A deed answers false when nobody answered. */
export async function killedDuring(
  server: Pick<RunningServer, 'kill'>,
  deeds: readonly (() => Promise<boolean>)[],
  acknowledgements: number,
): Promise<void> {
  let acknowledged = 0
  const { promise: enough, resolve: isEnough } = Promise.withResolvers<void>()
  const streams = deeds.map(async (deed) => {
    while (await deed()) {
      acknowledged += 1
      if (acknowledged >= acknowledgements) isEnough()
    }
    // A stream that ends before the kill must not be waited for in vain.
    isEnough()
  })
  await enough
  await server.kill()
  await Promise.all(streams)
}
