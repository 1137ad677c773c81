/** A typed list that plugins may add to. */
export interface ExtensionPoint<T> {
  readonly id: string
  /**
   * Time limit for a call of a plugin's value, in ms; 5 s when left out. After that the call has failed and is no
   * longer awaited.
   */
  readonly limitMs?: number
  /**
   * The values are steps of a core command: if one fails, so does the command. They are called even when their plugin
   * is switched off, because the data they maintain still exists. Values of all other points cannot undo anything.
   */
  readonly isPartOfCommands?: true
  /**
   * The core limits these calls itself and ignores their failures. They do not count towards switching the plugin off,
   * because another server or the caller may be to blame.
   */
  readonly isLimitedByCore?: true
  /**
   * A call hangs when it takes longer than this, in ms. After three of them within an hour, the values that a plugin has
   * at this point are refused as `notAvailable` until the hour has passed.
   */
  readonly hangMs?: number
  /** Never set: it only binds the type to the point. */
  readonly of?: T
}
export interface Contribution<T = unknown> {
  readonly point: ExtensionPoint<T>
  readonly value: T
}

/** Declares an extension point; `id` is unique in the product, e.g. `editorTools`. */
export const extensionPoint = <T>(
  id: string,
  contract: Pick<ExtensionPoint<T>, 'limitMs' | 'isPartOfCommands' | 'isLimitedByCore' | 'hangMs'> = {},
): ExtensionPoint<T> => ({ id, ...contract })

/** One value added to an extension point. */
export const contribute = <T>(point: ExtensionPoint<T>, value: T): Contribution<T> => ({ point, value })
