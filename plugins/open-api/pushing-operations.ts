import { z } from 'zod'
import {
  actAsProgram,
  command,
  id,
  limits,
  secretText,
  text,
  wired,
  type CommandContext,
  type Language,
} from '#core/plugin.ts'
import { callContent, saidOf as saidOfCall } from './comments/call-content.ts'
import { describedCalls } from './comments/described-call.ts'
import { diagramPage, erDiagram } from './dictionary/er-diagram.ts'
import { tablesInLines } from './dictionary/schema-lines.ts'
import { tablesInShowDoc } from './dictionary/showdoc-tables.ts'
import { saidOf as saidOfTable, tablePage } from './dictionary/table-page.ts'
import type { Table } from './dictionary/table.ts'
import { dictionaryWords } from './dictionary/words.ts'
import { tokenOfPair, type ItemKey } from './item-key.ts'
import { writePushed, type PushedCount, type PushedPage } from './pushed-pages.ts'

const LONGEST_SECRET = 100
/** Names of catalogs with what stands between them. */
const LONGEST_PATH = 500
/** UTF-16 units; what comes is read at once. */
const LONGEST_SOURCE = 4 * 1024 * 1024

const ofItem = { apiKey: text(LONGEST_SECRET), apiToken: secretText(LONGEST_SECRET) }
const ofCatalog = { catalogPath: wired('cat_name', text(LONGEST_PATH).default('')) }
const Pushed = z.object({ itemId: id(), made: z.number(), changed: z.number(), same: z.number() })
const example = { apiKey: 'the key of the item', apiToken: 'the token of the item' }

/** Pages that scripts make of code and databases. Run again they update them, and what people wrote stays. */
export const pushingOperations = {
  comments: command({
    summary:
      'Makes an API document of each comment of source code that has a title, with the key and the token of an item; ' +
      'descriptions that people wrote stay.',
    audience: 'anyone',
    rest: { path: 'open/fromComments' },
    input: z.object({ ...ofItem, content: text(LONGEST_SOURCE) }),
    output: Pushed,
    example: { ...example, content: '/**\n * octavo\n * @title Log in\n * @method post\n * @url /login\n */' },
    run: (ctx, { content, ...key }) => pushed(ctx, key, () => pagesOfCalls(content)),
  }),

  database: command({
    summary:
      'Makes a page of each table of a database, and one of how they refer to each other, with the key and the token of ' +
      'an item; descriptions that people wrote stay. content has one JSON object on each line.',
    audience: 'anyone',
    rest: { path: 'open/database' },
    input: z.object({ ...ofItem, ...ofCatalog, content: text(LONGEST_SOURCE) }),
    output: Pushed,
    example: { ...example, content: '{"kind":"column","table":"orders","name":"id","type":"bigint"}' },
    run: (ctx, { content, catalogPath, ...key }) =>
      pushed(ctx, key, () => pagesOfTables(tablesInLines(content), catalogPath, ctx.session.language)),
  }),

  tables: command({
    summary: 'The same of the texts that a script for ShowDoc sends.',
    audience: 'anyone',
    rest: { path: 'open/updateDbItem' },
    input: z.object({
      ...ofItem,
      ...ofCatalog,
      tableInfo: text(LONGEST_SOURCE),
      tableDetail: text(LONGEST_SOURCE),
      tableIndex: text(LONGEST_SOURCE).default(''),
    }),
    output: Pushed,
    example: {
      ...example,
      tableInfo: 'TABLE_NAME\tTABLE_COMMENT\norders\tOrders',
      tableDetail:
        'TABLE_NAME\tCOLUMN_NAME\tCOLUMN_DEFAULT\tIS_NULLABLE\tCOLUMN_TYPE\tCOLUMN_COMMENT\norders\tid\tNULL\tNO\tbigint\t',
    },
    run: (ctx, { apiKey, apiToken, catalogPath, ...texts }) =>
      pushed(ctx, { apiKey, apiToken }, () => pagesOfTables(tablesInShowDoc(texts), catalogPath, ctx.session.language)),
  }),
}

/** Nothing is read before the key has been found good. */
async function pushed(
  ctx: CommandContext,
  key: ItemKey,
  pages: () => readonly PushedPage[],
): Promise<PushedCount & { readonly itemId: number }> {
  const program = await actAsProgram(ctx, () => tokenOfPair(ctx, key))
  const { itemId } = program.actor
  return { itemId, ...(await writePushed(program, itemId, pages())) }
}

/** ShowDoc's script cannot send this sign, and sends words for it. */
const AMPERSAND = '_this_and_change_'

const pagesOfCalls = (source: string): readonly PushedPage[] =>
  describedCalls(source.replaceAll(AMPERSAND, '&')).map((call): PushedPage => {
    const { title, catalogPath, order } = call
    return {
      title,
      catalogPath,
      order,
      source: `${call.method} ${call.url}`,
      said: saidOfCall(call),
      contentOn: (there, before) => callContent(call, there, before),
    }
  })

function pagesOfTables(tables: readonly Table[], catalogPath: string, language: Language): readonly PushedPage[] {
  const pages = tables.map((table): PushedPage => {
    const contentOn: PushedPage['contentOn'] = (there, before) => tablePage(table, there, before, language)
    const said = saidOfTable(table)
    return { title: titleOf(table), catalogPath, order: undefined, source: table.name, said, contentOn }
  })
  const diagram = erDiagram(tables)
  const { diagram: title } = dictionaryWords[language]
  if (diagram === '' || pages.some((page) => page.title === title)) return pages
  return [
    ...pages,
    { title, catalogPath, order: 0, source: '', said: {}, contentOn: (there) => diagramPage(diagram, there) },
  ]
}

const titleOf = ({ name }: Table): string =>
  name
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, limits.titleLength) || '-'
