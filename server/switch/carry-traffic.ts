import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import { trafficIn } from './files.ts'
import { plannedTraffic } from './plan/files.ts'
import { CAME } from './row-sums.ts'
import type { Step } from './step.ts'

/** Imports the download traffic of people's files per month, once. @returns whether anything was written */
export async function carryTraffic({
  rows,
  step,
}: {
  readonly rows: CarriedRows
  readonly step: Step
}): Promise<boolean> {
  const { showdoc, plan, arrangement } = step
  const traffic = plannedTraffic(
    trafficIn(showdoc.database),
    new Set(plan.users.map(({ user }) => user.id)),
    plan.findings,
  )
  const records = rows.records(arrangement.source.number)
  const known = await records.others('file_flow')
  const due = traffic.filter(({ id }) => !known.has(id))
  if (due.length === 0) return false
  await rows.addTraffic(due.map(({ ownerId, month, bytes }) => ({ ownerId, month, bytes })))
  await records.noteOther('file_flow', new Map(due.map(({ id }) => [id, CAME])))
  return true
}
