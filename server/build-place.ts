import path from 'node:path'

/** Where the build of the server lies. All of its files lie directly in it, see `server-build.ts`. */
export const SERVER_BUILD = path.resolve(import.meta.dirname, '../dist/server')
