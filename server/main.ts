import { prepareProcess } from './prepared-process.ts'

prepareProcess()
const { serve } = await import('./serve.ts')
await serve()
