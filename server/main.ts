import './as-newest.ts'
import { prepareProcess } from './prepared-process.ts'

prepareProcess()
const { servableConfigOrExit } = await import('./servable.ts')
const config = await servableConfigOrExit()
const { serve } = await import('./serve.ts')
await serve(config)
