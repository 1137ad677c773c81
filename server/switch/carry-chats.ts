import { languageAtFirst } from '../config.ts'
import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import { unknownPassword } from '#core/item/visit-password.ts'
import { forMembersOnly, newItem } from '#core/item/item.ts'
import { addKeptPage } from './add-kept-page.ts'
import { chatItemText, chatText, chatTitle, type KeptChat } from './chat-page.ts'
import { LARGEST_ID } from './columns.ts'
import type { OperatorTable } from './kept-rows.ts'
import { sumOfRow } from './row-sums.ts'
import { quoted, type ShowdocDatabase, type StoredRow } from './showdoc-database.ts'
import type { Step } from './step.ts'

const SESSIONS = 'ai_chat_sessions'
const MESSAGES = 'ai_chat_messages'
/** The tables of chats with an AI. */
export const CHAT_TABLES: ReadonlySet<string> = new Set([SESSIONS, MESSAGES])
/** The kind of the record that somebody has an item with chats; its id, by the id of the account. */
const ITEM_OF_CHATS = 'item of chats'

interface CarriedChats {
  /** The number of rows in pages, by table. */
  readonly inPages: ReadonlyMap<string, number>
  /** Chats of guests, of accounts that are gone, and deleted ones. */
  readonly forOperators: readonly OperatorTable[]
}

/**
 * Keeps the chats that people had with an AI, each as a page of an item without members: in ShowDoc nobody else could read
 * them. Administrators of the site can open every item, as they can everything kept for the operator.
 */
export async function carryChats(step: Step): Promise<CarriedChats> {
  const { showdoc, plan, arrangement, application } = step
  const { database } = showdoc
  const chats = chatsIn(database).filter(({ userId }) => plan.userIds.has(userId))
  const { number } = arrangement.source
  const noted = (kind: string) => application.carrying.carry((rows) => rows.records(number).others(kind))
  const known = chats.length === 0 ? null : await noted(SESSIONS)
  const items: ItemsOfChats = {
    recorded: chats.length === 0 ? new Map() : await noted(ITEM_OF_CHATS),
    ofRun: new Map(),
  }
  for (const { row: _row, messageRows, ...listed } of chats) {
    const chat = { ...listed, messages: messagesIn(database, messageRows) }
    const sum = sumOfRow([chat.session, chat.messages])
    const before = known?.get(chat.id)
    if (before === undefined) await writeChat(step, { chat, sum, items })
    else if (before !== sum) plan.findings.keep(SESSIONS, chat.id, 'keptAsItCame')
  }
  const sessions = new Set(chats.map(({ row }) => row))
  const messages = new Set(chats.flatMap(({ messageRows }) => messageRows))
  const others: readonly (OperatorTable & { readonly isAny: boolean })[] = [
    { table: SESSIONS, isAny: database.count(SESSIONS) > sessions.size, rows: without(database, SESSIONS, sessions) },
    { table: MESSAGES, isAny: database.count(MESSAGES) > messages.size, rows: without(database, MESSAGES, messages) },
  ]
  return {
    inPages: new Map([
      [SESSIONS, sessions.size],
      [MESSAGES, messages.size],
    ]),
    forOperators: others.filter(({ isAny }) => isAny).map(({ table, rows }) => ({ table, rows })),
  }
}

/** The rows of a table but those with these numbers. */
function without(database: ShowdocDatabase, table: string, rows: ReadonlySet<number>): Iterable<StoredRow> {
  return {
    *[Symbol.iterator]() {
      for (const { row, stored } of numberedRows(database, table)) if (!rows.has(row)) yield stored
    },
  }
}

interface NumberedRow {
  /** SQLite's own number of it. */
  readonly row: number
  readonly stored: StoredRow
}

function* numberedRows(database: ShowdocDatabase, table: string, order = 'rowid'): Generator<NumberedRow> {
  for (const { [ROW]: row, ...stored } of database.stored(
    `select rowid as ${quoted(ROW)}, * from ${quoted(table)} order by ${order}`,
  ))
    yield { row: Number(row), stored }
}

/** Not the name of any column. */
const ROW = '<row>'

/** With the rows of its messages in place of these: all messages of a site may be more than fits into the memory. */
interface ListedChat extends Omit<KeptChat, 'messages'> {
  readonly row: number
  readonly userId: number
  readonly messageRows: readonly number[]
}

/** Those of people that they have not deleted, oldest first. */
function chatsIn(database: ShowdocDatabase): readonly ListedChat[] {
  if (!database.has(SESSIONS, 'id', 'uid', 'item_id') || !database.has(MESSAGES, 'id', 'session_id')) return []
  const rowsOf = new Map<number, number[]>()
  for (const row of database.stored(`select rowid as "row", session_id from ${MESSAGES} order by id`)) {
    const sessionId = Number(row['session_id'])
    const rows = rowsOf.get(sessionId)
    if (rows) rows.push(Number(row['row']))
    else rowsOf.set(sessionId, [Number(row['row'])])
  }
  const named = database.stored('select item_id, item_name from item')
  const nameOf = new Map(Array.from(named, (row) => [Number(row['item_id']), String(row['item_name'] ?? '')]))
  const listed = new Set<number>()
  const chats: ListedChat[] = []
  for (const { row, stored: session } of numberedRows(database, SESSIONS, 'id, rowid')) {
    const [id, userId] = [Number(session['id']), Number(session['uid'])]
    // One without a number of its own could not be told from others by the next run.
    const isOwn = Number.isInteger(id) && id >= 1 && id <= LARGEST_ID && !listed.has(id)
    if (!isOwn || Number(session['is_del'] ?? 0) === 1) continue
    listed.add(id)
    const itemName = nameOf.get(Number(session['item_id'])) ?? ''
    chats.push({ row, id, userId, session, itemName, messageRows: rowsOf.get(id) ?? [] })
  }
  return chats
}

const messagesIn = (database: ShowdocDatabase, rows: readonly number[]): readonly StoredRow[] => [
  ...database.stored(`select * from ${MESSAGES} where rowid in (select value from json_each(?)) order by id`, [
    JSON.stringify(rows),
  ]),
]

interface WritingChat {
  readonly chat: KeptChat & { readonly userId: number }
  readonly sum: string
  readonly items: ItemsOfChats
}

async function writeChat(step: Step, { chat, sum, items }: WritingChat): Promise<void> {
  const { application, arrangement } = step
  const language = languageAtFirst(application.config)
  const { id, userId, session, messages } = chat
  const itemId = await addKeptPage(step, {
    ownerId: userId,
    title: chatTitle(chat, language),
    text: (address) => chatText(chat, language, address),
    content: { format: 1, from: 'ShowDoc', session, messages },
    async itemIn(rows) {
      await rows.records(arrangement.source.number).noteOther(SESSIONS, new Map([[id, sum]]))
      return items.ofRun.get(userId) ?? (await itemBefore(rows, userId, items)) ?? (await addItem(step, rows, userId))
    },
  })
  // Not before: an item that is added is there only with its page.
  items.ofRun.set(userId, itemId)
}

/** The items for chats, by the ids of the accounts. */
interface ItemsOfChats {
  /** As recorded by former runs. */
  readonly recorded: ReadonlyMap<number, string>
  /** Those this run has written to. */
  readonly ofRun: Map<number, number>
}

/** Null when there is none yet, or it is gone, or somebody else's by now. */
async function itemBefore({ store }: CarriedRows, userId: number, { recorded }: ItemsOfChats): Promise<number | null> {
  const known = recorded.get(userId)
  if (known === undefined) return null
  const own = (await store.items.ofUser(userId)).map(({ item }) => item)
  return own.find(({ id, ownerId }) => id === Number(known) && ownerId === userId)?.id ?? null
}

async function addItem(
  { application, arrangement, plan }: Step,
  { records, store }: CarriedRows,
  userId: number,
): Promise<number> {
  const settings = { ...chatItemText(languageAtFirst(application.config)), domain: '' }
  const added = await store.items.insert(newItem(settings, 'regular', userId, plan.now))
  await store.items.update(forMembersOnly(added, unknownPassword(application.product.services, added.id)))
  await records(arrangement.source.number).noteOther(ITEM_OF_CHATS, new Map([[userId, String(added.id)]]))
  return added.id
}
