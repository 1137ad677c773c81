import './as-newest.ts'
import { loadServer } from './built-server.ts'
import { keepCompiled } from './prepared-process.ts'

keepCompiled()
const { run } = await loadServer()
await run()
