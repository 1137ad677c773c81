/** A plugin running on the server. */
export interface RunningPlugin {
  readonly id: string
  /** Address of its web entry if it is dropped in; null when its screens are part of our build. */
  readonly web: string | null
}

let running: readonly RunningPlugin[] | null = null

/** Those the document names, in the server's order; null when it names none, as for visitors. */
export const runningPlugins = (): readonly RunningPlugin[] | null => running

/** From the document, at the start. */
export const runWith = (given: readonly RunningPlugin[] | null): void => {
  running = given
}
