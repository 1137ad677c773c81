import type { ChangeAction, ChangeEntry, ChangeObject } from '#core/change-log/entry.ts'
import type { New } from '#core/new.ts'
import { z } from 'zod'
import { idColumn, timeColumn, numberColumn, rawColumn, referenceColumn, textColumn } from './columns.ts'
import { inTurns } from './in-turns.ts'
import { sumOfRow } from './row-sums.ts'
import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import type { Step } from './step.ts'

const Columns = z.object({
  id: idColumn,
  uid: referenceColumn,
  item_id: idColumn,
  op_action_type: rawColumn,
  op_object_type: rawColumn,
  op_object_id: numberColumn,
  op_object_name: textColumn,
  optime: timeColumn,
})

/** ShowDoc's names for the changes that Octavo records too. */
const CHANGES: Readonly<Record<string, readonly [ChangeAction, ChangeObject]>> = {
  'create page': ['create', 'page'],
  'update page': ['update', 'page'],
  'delete page': ['delete', 'page'],
  'create catalog': ['create', 'catalog'],
  'update catalog': ['update', 'catalog'],
  'delete catalog': ['delete', 'catalog'],
  'update item': ['update', 'item'],
  'drag tree': ['sort', 'item'],
  'binding member': ['create', 'member'],
  'unbound member': ['delete', 'member'],
  'binding team': ['bind', 'team'],
  'unbound team': ['unbind', 'team'],
}

const KIND = 'item_change_log'
const AT_ONCE = 1_000

/** Imports the change log of items that exist here. @returns whether anything was written */
export async function carryChangeLog({
  rows,
  step,
}: {
  readonly rows: CarriedRows
  readonly step: Step
}): Promise<boolean> {
  const { showdoc, arrangement, plan } = step
  const { idsHere, source } = arrangement
  const items = new Set(plan.items.map(({ item }) => item.id))
  const known = await rows.records(source.number).others(KIND)
  const entries: New<ChangeEntry>[] = []
  const came = new Map<number, string>()
  await inTurns(showdoc.database.rows('item_change_log', Columns, { by: 'id' }), (row) => {
    const name = `${row.op_action_type} ${row.op_object_type}`
    const change = Object.hasOwn(CHANGES, name) ? CHANGES[name] : undefined
    if (!items.has(row.item_id)) {
      plan.findings.leave(KIND, row.id, 'itemStays')
      return
    }
    if (change === undefined) {
      plan.findings.leave(KIND, row.id, 'unknownChange', { change: name.trim() })
      return
    }
    if (known.has(row.id)) return
    const [action, object] = change
    const kind = object === 'page' || object === 'catalog' ? object : null
    entries.push({
      ...{ itemId: row.item_id, at: row.optime ?? plan.now, actorId: row.uid ?? 0, action, object },
      objectId: object === 'item' ? row.item_id : kind === null ? 0 : (idsHere.get(kind)?.get(row.op_object_id) ?? 0),
      ...{ objectName: row.op_object_name, details: {}, stretch: null },
    })
    came.set(row.id, sumOfRow(change))
  })
  for (let at = 0; at < entries.length; at += AT_ONCE) await rows.store.changes.append(entries.slice(at, at + AT_ONCE))
  await rows.records(source.number).noteOther(KIND, came)
  return entries.length > 0
}
