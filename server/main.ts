import './as-newest.ts'
import { loadServer } from './built-server.ts'
import { prepareProcess } from './prepared-process.ts'

prepareProcess()
const { run } = await loadServer()
await run()
