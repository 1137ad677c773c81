/** Lets the server do what is due. It answers at once, and whether it did is no concern of the screen (spec §7). */
export function runDueJobs(): void {
  void fetch('/api/ScriptCron/run').catch(() => undefined)
}
