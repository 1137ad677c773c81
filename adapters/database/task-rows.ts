import type { Language } from '#core/language.ts'
import type { KeptResult, TaskProgress, TaskState } from '#core/task/task.ts'
import { boolean, integer, jsonb, orNull, text, textOf, timestamptz } from './column-types.ts'
import { table, type RowIn } from './table.ts'

export const TaskRows = table('task', ['id'], {
  id: integer,
  kind: text,
  startedById: integer,
  language: textOf<Language>(),
  input: jsonb<object>(),
  state: textOf<TaskState>(),
  run: integer,
  progress: jsonb<TaskProgress>(),
  kept: orNull(jsonb<object>()),
  result: orNull(jsonb<KeptResult>()),
  failure: orNull(jsonb<Readonly<Record<Language, string>>>()),
  isDismissed: boolean,
  startedAt: timestamptz,
  endedAt: orNull(timestamptz),
  cancelledAt: orNull(timestamptz),
})
export type TaskRow = RowIn<typeof TaskRows>
