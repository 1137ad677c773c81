import { prepareProcess } from './prepared-process.ts'
import { buildWebIfStale } from './web-build.ts'

await buildWebIfStale()
prepareProcess()
const { serve } = await import('./serve.ts')
await serve()
