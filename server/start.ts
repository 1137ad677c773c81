import './as-newest.ts'
import { servableConfigOrExit } from './servable.ts'
import { prepareProcess } from './prepared-process.ts'
import { buildWebIfStale } from './web-build.ts'

const config = await servableConfigOrExit()
await buildWebIfStale()
prepareProcess()
const { serve } = await import('./serve.ts')
await serve(config)
