import type { z } from 'zod'
import { extensionPoint } from '../extension.ts'
import type { FileStorage } from '../ports/files.ts'
import type { Clock, Log } from '../ports/surroundings.ts'

/** A technology that keeps files, chosen by the scheme of `STORAGE_URL`. */
export interface StorageKind {
  /** What the address begins with, without `://`: lower-case letters, digits and hyphens. */
  readonly id: string
  /** Reads the whole address. What it says is wrong is shown to the operator, so it names no secret. */
  readonly settings: z.ZodType<unknown, string>
  /**
   * The storage of these settings, at once: nobody is asked yet. Its `name` is kept with every file, begins with
   * `{id}://`, and names the place: another one never has the same name. Files in a place that is no longer configured
   * are not found.
   */
  open(settings: unknown, surroundings: { readonly clock: Clock; readonly log: Log }): FileStorage
}

export const storageKinds = extensionPoint<StorageKind>('storageKinds')

/** A kind with the type of its settings, which only it knows. */
export const storageKind = <S>(
  kind: Omit<StorageKind, 'settings' | 'open'> & {
    readonly settings: z.ZodType<S, string>
    open(settings: S, surroundings: { readonly clock: Clock; readonly log: Log }): FileStorage
  },
): StorageKind => ({ ...kind, open: (settings, surroundings) => kind.open(settings as S, surroundings) })
