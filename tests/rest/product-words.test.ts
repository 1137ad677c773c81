import { expect, it } from 'vitest'
import type { z } from 'zod'
import { coreOperations } from '#core/operations.ts'
import type { OperationTable, Plugin } from '#core/plugin.ts'
import { summaryOnRest } from '#server/rest/summary-on-rest.ts'
import { findSourcePlugins } from '#server/compose/plugin-loader.ts'

/** Words that only REST has for what the product calls otherwise. */
const REST_WORDS =
  /^(uid|uids|addtime|creator|original|cats|oper|optime|groupid|op[A-Z]\w*|is(Login|Del|CurUser)|vCode|sNumber)$|[cC]at(Id|Name)|Uid$|[a-z]GroupId$|HistoryId$|messageContentId|userToken|lastUpdateTime|itemMemberId/

interface Definition {
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly innerType?: z.ZodType
  readonly element?: z.ZodType
  readonly valueType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
  readonly options?: readonly z.ZodType[]
}

/** The names of all fields, however deep. */
function fieldsIn(schema: z.ZodType): readonly string[] {
  const { shape = {}, innerType, element, valueType, in: read, out, options = [] } = schema.def as Definition
  const inside = [innerType, element, valueType, read, out, ...options, ...Object.values(shape)]
  return [...Object.keys(shape), ...inside.flatMap((part) => (part ? fieldsIn(part) : []))]
}

it('leaves the words of REST to REST: what operations take and give is named in the words of the product', async () => {
  const plugins = (await Promise.all((await findSourcePlugins('plugins')).map(({ load }) => load()))) as Plugin[]
  const tables: readonly OperationTable[] = [coreOperations, ...plugins.map(({ operations }) => operations ?? {})]

  const named = tables.flatMap((table) =>
    Object.entries(table).flatMap(([group, operations]) =>
      Object.entries(operations).flatMap(([name, { input, output }]) =>
        [...fieldsIn(input), ...fieldsIn(output)].map((field) => `${group}.${name} ${field}`),
      ),
    ),
  )

  expect(named).toContain('catalog.updateAll catalogId')
  expect(named.filter((each) => REST_WORDS.test(each.split(' ')[1] ?? ''))).toEqual([])
})

it('names fields in summaries as operations do, and as REST does only there', async () => {
  const plugins = (await Promise.all((await findSourcePlugins('plugins')).map(({ load }) => load()))) as Plugin[]
  const operations = [coreOperations, ...plugins.map(({ operations }) => operations ?? {})].flatMap(
    (table: OperationTable) => Object.values(table).flatMap((group) => Object.values(group)),
  )

  expect(operations.map(({ summary }) => summary).filter((summary) => /[a-z]_[a-z]/.test(summary))).toEqual([])
  expect(summaryOnRest(coreOperations.catalog.save)).toBe(
    'Adds a catalog, or with cat_id changes one; a parent_cat_id that is not sent stays as it is.',
  )
})
