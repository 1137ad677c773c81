import type { z } from 'zod'
import type { Title } from '../account/login-methods.ts'
import { extensionPoint } from '../extension.ts'
import type { FileStorage } from '../ports/files.ts'
import type { Clock, Log } from '../ports/surroundings.ts'

/** A storage technology, selected by the scheme of `STORAGE_URL`. */
export interface StorageKind {
  /** The scheme of the address, without `://`: lower-case letters, digits and hyphens. */
  readonly id: string
  /** Its name in the settings of the site, where it can be chosen; its id when left out. */
  readonly title?: Title
  /** Parses the whole address. Its messages are shown to the operator, so they must not contain secrets. */
  readonly settings: z.ZodType<unknown, string>
  /**
   * Opens the storage with these settings, without connecting yet. Its `name` is stored with every file, begins with
   * `{id}://`, and identifies the place uniquely. Files in a place that is no longer configured cannot be found.
   */
  open(settings: unknown, surroundings: { readonly clock: Clock; readonly log: Log }): FileStorage
}

export const storageKinds = extensionPoint<StorageKind>('storageKinds')

/** A kind with the type of its settings, which is internal to it. */
export const storageKind = <S>(
  kind: Omit<StorageKind, 'settings' | 'open'> & {
    readonly settings: z.ZodType<S, string>
    open(settings: S, surroundings: { readonly clock: Clock; readonly log: Log }): FileStorage
  },
): StorageKind => ({ ...kind, open: (settings, surroundings) => kind.open(settings as S, surroundings) })
