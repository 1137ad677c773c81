import { atSite } from '#web/site-path.ts'

/** Triggers due work on the server. It answers immediately, and the result does not matter to the screen (spec §7). */
export function runDueJobs(): void {
  // The answer is read completely: otherwise it would block its connection.
  void fetch(atSite('/api/ScriptCron/run'))
    .then((reply) => reply.text())
    .catch(() => undefined)
}
