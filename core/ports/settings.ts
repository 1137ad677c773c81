/**
 * A section by its id, or as it was declared: what a plugin may not use by its id, such as the mail server of the site,
 * is used by what the product does in its place.
 */
export type NamedSection = string | { readonly id: string; readonly schema: object }

/** Site settings by section: 'site', 'plugin.<id>'. The reader's schema fills in defaults. */
export interface SettingsStore {
  /** Waits for and acquires the lock on the section, held until the end of the transaction. */
  hold(section: string): Promise<void>
  // Properties: the compiler refuses a store that only knows sections by their ids.
  /** The stored value; null when the section was never saved. */
  readonly read: (section: NamedSection) => Promise<unknown>
  readonly write: (section: NamedSection, value: unknown) => Promise<void>
}
