import { sitePathHere } from '../site-path.ts'

/**
 * Sites at several paths of one host share browser storage, so each uses its own key prefix: at the root, keys without
 * a leading slash.
 */
const prefix = (): string => (sitePathHere() === '' ? '' : `${sitePathHere()} `)

/** The storage key of this site for a name. */
export const ownName = (name: string): string => prefix() + name

/** The names of the values this site has stored. */
export const ownNamesIn = (storage: Storage): string[] =>
  Object.keys(storage)
    .filter((name) => (prefix() === '' ? !name.startsWith('/') : name.startsWith(prefix())))
    .map((name) => name.slice(prefix().length))
