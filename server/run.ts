import { servableConfigOrExit } from './servable.ts'

/** Runs the server as the environment configures it; ends the process when that is impossible. */
export async function run(): Promise<void> {
  const config = await servableConfigOrExit()
  // After the checks: an operator is told of a wrong configuration at once.
  const { serve } = await import('./serve.ts')
  await serve(config)
}
