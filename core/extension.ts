/** A list of things of one kind that plugins may add to. */
export interface ExtensionPoint<T> {
  readonly id: string
  /** Never set: ties the type to the point. */
  readonly of?: T
}
export interface Contribution<T = unknown> {
  readonly point: ExtensionPoint<T>
  readonly value: T
}

/** Declares a list others may add to; `id` is unique in the product, e.g. `editorTools`. */
export const extensionPoint = <T>(id: string): ExtensionPoint<T> => ({ id })

/** One value added to an extension point. */
export const contribute = <T>(point: ExtensionPoint<T>, value: T): Contribution<T> => ({ point, value })
