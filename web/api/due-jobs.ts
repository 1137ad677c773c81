import { atSite } from '#web/site-path.ts'

/** Lets the server do what is due. It answers at once, and whether it did is no concern of the screen (spec §7). */
export function runDueJobs(): void {
  // The answer is read to its end: left unread it would keep its connection busy.
  void fetch(atSite('/api/ScriptCron/run'))
    .then((reply) => reply.text())
    .catch(() => undefined)
}
