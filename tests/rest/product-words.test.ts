import { globSync, readFileSync } from 'node:fs'
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

/** Where sources of the core and of screens have a word of REST, and why. */
const REST_WORD = /\b(?:(?:parent_)?cat_id|cat_name|s_number|addtime|groupid|v_code|uids?)\b/
const SAY_REST_WORDS: Readonly<Record<string, string>> = {
  'core/account/letter-jobs.ts': 'the address in letters has it',
  'core/schema.ts': 'tells what REST calls a time',
  'plugins/item-export/web/part-address.ts': 'reads addresses of former versions',
  'plugins/open-api/web/examples.ts': 'shows calls of REST',
  'plugins/open-api/web/how-to-use.tsx': 'shows calls of REST',
  'web/screens/home/product-picture.tsx': 'draws the documentation of somebody’s API',
  'web/screens/page-edit/start-page.ts': 'reads addresses of former versions',
  'web/session/mail-link.ts': 'reads the address in letters',
}

it('leaves the words of REST to REST in the sources of the core and of screens', () => {
  const files = globSync(['{core,web}/**/*.{ts,tsx}', 'plugins/*/web/**/*.{ts,tsx}', 'plugins/*/web.tsx'])
  const isAnnotation = (line: string): boolean => /\bwired\(|\bwire:|\brefusedAs|\balsoNamed/.test(line)

  const saying = files.filter((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .some((line) => REST_WORD.test(line) && !isAnnotation(line)),
  )

  expect(files.length).toBeGreaterThan(500)
  expect(saying.filter((file) => !file.includes('.test.')).toSorted()).toEqual(Object.keys(SAY_REST_WORDS))
})
