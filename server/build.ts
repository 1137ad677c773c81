import { buildWeb } from './web-build.ts'

/** `npm run build`: builds the web whatever is there already. */
await buildWeb()
