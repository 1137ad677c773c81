import { sitePathHere } from '../site-path.ts'

/**
 * Sites at several paths of one host share what a browser keeps, so each has names of its own: at the root those that do
 * not begin with a slash.
 */
const prefix = (): string => (sitePathHere() === '' ? '' : `${sitePathHere()} `)

/** What this site calls it in the browser's storage. */
export const ownName = (name: string): string => prefix() + name

/** The names of what this site keeps there, as it knows them. */
export const ownNamesIn = (storage: Storage): string[] =>
  Object.keys(storage)
    .filter((name) => (prefix() === '' ? !name.startsWith('/') : name.startsWith(prefix())))
    .map((name) => name.slice(prefix().length))
