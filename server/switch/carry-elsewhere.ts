import { filesElsewhere } from '#core/attachment/former-address.ts'
import { surroundingsOf, type CarryingFiles } from './carry-files.ts'
import { plannedElsewhere } from './plan/files.ts'
import { sumOfRow } from './row-sums.ts'

/** The kind of the record of such a file, by its id in ShowDoc. */
const KIND = 'upload_file elsewhere'
const AT_ONCE = 1_000

/** Lets the addresses of files in an object storage lead there, as they did before. */
export async function carryElsewhere({ step, listed, texts }: CarryingFiles): Promise<void> {
  const files = plannedElsewhere(listed, surroundingsOf({ step, texts }))
  if (files.length === 0) return
  const { carrying } = step.application
  const { number } = step.arrangement.source
  const known = await carrying.carry((rows) => rows.records(number).others(KIND))
  const due = files.filter((file) => known.get(file.id) !== sumOfRow(file))
  if (due.length === 0) return
  await step.assertAlone()
  await carrying.carry(async (rows) => {
    const there = filesElsewhere(rows.store)
    for (let at = 0; at < due.length; at += AT_ONCE)
      await there.putAll(
        due
          .slice(at, at + AT_ONCE)
          .map(({ id: _id, sign, ...data }) => ({ key: sign, at: step.plan.now, data: { ...data, source: number } })),
      )
    await rows.records(number).noteOther(KIND, new Map(due.map((file) => [file.id, sumOfRow(file)])))
  })
  step.note()
}
