/** Calls a function that somebody else has written. */
type Calling = <T>(work: () => T) => T

const callings = new WeakMap<object, Calling>()

/** Notes how functions in this schema are called: as code of the plugin that declares it. */
export function callSchemaBy(schema: object, calling: Calling): void {
  if (!callings.has(schema)) callings.set(schema, calling)
}

/** Does work with this schema, as code of the plugin that declares it. */
export const withSchema = <T>(schema: object, work: () => T): T => {
  const calling = callings.get(schema)
  return calling ? calling(work) : work()
}
