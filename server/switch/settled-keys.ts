import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import type { KeyNotes } from './key-notes.ts'
import { Findings } from './plan/findings.ts'
import type { Step } from './step.ts'

/** What is found of keys while they are ended or recognised. */
export interface Settling {
  /** What is noted of them from now on, by the ids of their rows. */
  readonly noted: Map<number, string>
  readonly findings: Findings
}

interface SettledKeys {
  /** The table of ShowDoc that has them. */
  readonly table: string
  readonly notes: KeyNotes
  /** Of `KeyNotes.movedOf`, noted after all others: rows whose own keys have ended get them. */
  readonly moved: ReadonlyMap<number, string>
  /** Called within the transaction. */
  settle(rows: CarriedRows, settling: Settling): Promise<void>
}

/** Ends keys that came, or recognises them, in one transaction. @returns what is noted of all of them then */
export async function settledKeys(step: Step, { table, notes, moved, settle }: SettledKeys): Promise<KeyNotes> {
  const { plan, application, arrangement } = step
  await step.assertAlone()
  const { noted, findings } = await application.carrying.carry(async (rows) => {
    const settling = { noted: new Map<number, string>(), findings: new Findings() }
    await settle(rows, settling)
    for (const [id, note] of moved) settling.noted.set(id, note)
    if (settling.noted.size > 0) await rows.records(arrangement.source.number).noteOther(table, settling.noted)
    return settling
  })
  if (noted.size > 0) step.note()
  plan.findings.addAll(findings)
  return notes.with(noted)
}
