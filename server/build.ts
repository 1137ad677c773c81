import { buildWeb } from './web-build.ts'
import { buildNewDatabase } from './new-database-build.ts'
import { buildServer } from './server-build.ts'

/** `npm run build`: builds the web and the server even if builds exist. */
await buildWeb()
await buildServer()
await buildNewDatabase()
