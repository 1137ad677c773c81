import { buildWeb } from './web-build.ts'

/** `npm run build`: builds the web even if a build exists. */
await buildWeb()
