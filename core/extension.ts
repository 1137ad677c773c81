/** A list of things of one kind that plugins may add to. */
export interface ExtensionPoint<T> {
  readonly id: string
  /** How long a call of a plugin's value may take, in ms; 5 s when left out. Then it has failed, and nobody waits for it. */
  readonly limitMs?: number
  /**
   * The values are steps of a command of the core: if one fails, so does the command. They are called even when their
   * plugin is switched off, because what they look after is there all the same. Values of all other points can undo nothing.
   */
  readonly isPartOfCommands?: true
  /**
   * The core limits the time of these calls itself and passes their failures over. They are not counted, for a server
   * elsewhere may be to blame, or whoever asks: neither may switch a plugin off.
   */
  readonly isLimitedByCore?: true
  /** Never set: ties the type to the point. */
  readonly of?: T
}
export interface Contribution<T = unknown> {
  readonly point: ExtensionPoint<T>
  readonly value: T
}

/** Declares a list others may add to; `id` is unique in the product, e.g. `editorTools`. */
export const extensionPoint = <T>(
  id: string,
  contract: Pick<ExtensionPoint<T>, 'limitMs' | 'isPartOfCommands' | 'isLimitedByCore'> = {},
): ExtensionPoint<T> => ({ id, ...contract })

/** One value added to an extension point. */
export const contribute = <T>(point: ExtensionPoint<T>, value: T): Contribution<T> => ({ point, value })
