import { serve } from './serve.ts'
import { buildWebIfStale } from './web-build.ts'

await buildWebIfStale()
await serve()
