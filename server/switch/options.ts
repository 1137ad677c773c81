import { z } from 'zod'
import { idColumn, rawColumn } from './columns.ts'
import { unescapedOnce } from './decoded.ts'
import type { NotedSource } from './note.ts'
import { Findings } from './plan/findings.ts'
import type { ShowdocDatabase } from './showdoc-database.ts'

/** A setting of a ShowDoc site. */
export interface ShowdocOption {
  readonly id: number
  readonly name: string
  readonly value: string
}

const OptionColumns = z.object({ option_id: idColumn, option_name: rawColumn, option_value: rawColumn })

export const optionsIn = (database: ShowdocDatabase): readonly ShowdocOption[] =>
  Array.from(database.rows('options', OptionColumns, { by: 'option_id' }), (row) => ({
    ...{ id: row.option_id, name: row.option_name, value: row.option_value },
  }))

/** The first of each name, which is the one ShowDoc uses. @param findings to name the others in */
export function firstOptions(database: ShowdocDatabase, findings = new Findings()): ReadonlyMap<string, ShowdocOption> {
  const options = new Map<string, ShowdocOption>()
  for (const option of optionsIn(database))
    if (options.has(option.name)) findings.leave('options', option.id, 'optionTwice', { name: option.name })
    else options.set(option.name, option)
  return options
}

// The names are shown in the receipt.
const Form = z.record(z.string().regex(/^[\w.-]{1,100}$/), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** The non-empty fields of a form stored in one setting; null when it is not a form. */
export function formIn(value: string): ReadonlyMap<string, string> | null {
  if (['', '[]', 'null', 'false'].includes(value.trim())) return new Map()
  try {
    const fields = Object.entries(Form.parse(JSON.parse(value)))
    const texts = fields.map(([name, given]) => [name, unescapedOnce(String(given ?? ''))] as const)
    return new Map(texts.filter(([, text]) => text !== ''))
  } catch {
    return null
  }
}

/** Reports that the settings of the site are left behind, but those of which something else is noted. */
export function leaveOptions(
  database: ShowdocDatabase,
  { isOwnSite, changed }: Pick<NotedSource, 'isOwnSite' | 'changed'>,
  findings: Findings,
): void {
  const reason = isOwnSite ? 'optionNotOfItem' : 'optionOfOther'
  const noted = new Set(changed.map(({ id }) => id))
  for (const { id, name } of optionsIn(database)) if (!noted.has(id)) findings.leave('options', id, reason, { name })
}
