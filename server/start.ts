import './as-newest.ts'
import { loadServer } from './built-server.ts'
import { keepCompiled } from './prepared-process.ts'
import { buildWeb, isWebCurrent } from './web-build.ts'

keepCompiled()
if (!(await isWebCurrent())) {
  // A wrong configuration is reported before a build, which takes minutes on a small machine.
  const { servableConfigOrExit } = await import('./servable.ts')
  await servableConfigOrExit()
  await buildWeb()
  const { buildServer } = await import('./server-build.ts')
  await buildServer()
  const { buildNewDatabase } = await import('./new-database-build.ts')
  // New sites begin faster with it, and can begin without it.
  await buildNewDatabase().catch((error: unknown) =>
    process.stderr.write(`No database was made to begin with: ${String(error)}\n`),
  )
}
const { run } = await loadServer()
await run()
