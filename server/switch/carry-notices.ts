import type { CarriedRows } from '#adapters/database/carried-rows.ts'
import { announcementCarriers, reminderCarriers, type CarriedReminder } from '#core/page/carried-parts.ts'
import { allInTurns } from './in-turns.ts'
import type { ItemTexts } from './item-texts.ts'
import { messagesIn, toldIn, type ShowdocMessage, type ShowdocTold } from './notices.ts'
import { reasonOfPlugin, type Told } from './reason-of-plugin.ts'
import { CAME } from './row-sums.ts'
import type { Step } from './step.ts'
import { carriedBy, itemsOfPages } from './write-belongings.ts'

/** The rows that say to whom something was told, and what. */
const MESSAGE = 'message'
const CONTENT = 'message_content'
const REMINDER = 'remind'
/** Shown in the web app of ShowDoc; others are only for its program for calls. */
const ANNOUNCEMENTS: ReadonlySet<string> = new Set(['announce', 'announce_web', 'announce_all'])

interface CarryingNotices {
  readonly rows: CarriedRows
  readonly step: Step
  /** Of the items that exist here. */
  readonly texts: ReadonlyMap<number, ItemTexts>
}

interface Notices extends CarryingNotices {
  readonly told: ReadonlyMap<number, ShowdocTold>
  readonly messages: readonly ShowdocMessage[]
  /** Ids of the rows imported earlier, and in this run, by table. */
  readonly known: Readonly<Record<typeof MESSAGE | typeof CONTENT, ReadonlyMap<number, string>>>
  readonly came: Readonly<Record<typeof MESSAGE | typeof CONTENT, Map<number, string>>>
}

/** Imports what people were told of pages, and announcements, each once. @returns whether anything was written */
export async function carryNotices({ rows, step, texts }: CarryingNotices): Promise<boolean> {
  const { database } = step.showdoc
  const records = rows.records(step.arrangement.source.number)
  const notices: Notices = {
    ...{ rows, step, texts, messages: await allInTurns(messagesIn(database)) },
    told: new Map((await allInTurns(toldIn(database))).map((each) => [each.id, each])),
    known: { message: await records.others(MESSAGE), message_content: await records.others(CONTENT) },
    came: { message: new Map(), message_content: new Map() },
  }
  await carryAnnouncements(notices)
  await carryReminders(notices)
  leaveRest(notices)
  for (const table of [MESSAGE, CONTENT] as const) await records.noteOther(table, notices.came[table])
  return notices.came.message.size + notices.came.message_content.size > 0
}

interface DueReminder {
  readonly message: ShowdocMessage
  readonly reminder: CarriedReminder
}

const kindOf = ({ told }: Pick<Notices, 'told'>, { contentId }: ShowdocMessage): string =>
  told.get(contentId ?? 0)?.kind ?? ''

async function carryAnnouncements(notices: Notices): Promise<void> {
  const { rows, step, told, messages, known, came } = notices
  const { plan, application } = step
  const { services } = application.product
  const read = Map.groupBy(
    messages.filter((message) => ANNOUNCEMENTS.has(kindOf(notices, message))),
    ({ contentId }) => contentId,
  )
  for (const { id, kind, fromId, text, at } of told.values()) {
    if (!ANNOUNCEMENTS.has(kind)) continue
    const readers = new Map<number, ShowdocMessage>()
    for (const message of read.get(id) ?? []) {
      const { userId } = message
      const reason =
        userId === null || !plan.userIds.has(userId) ? 'accountGone' : readers.has(userId) ? 'readAlready' : null
      if (reason !== null) plan.findings.leave(MESSAGE, message.id, reason)
      else readers.set(userId ?? 0, message)
    }
    if (known.message_content.has(id)) {
      for (const message of readers.values())
        if (!known.message.has(message.id)) plan.findings.leave(MESSAGE, message.id, 'staysAsItCame')
      continue
    }
    const refusal = await carriedBy({ rows, services }, announcementCarriers, {
      ...{ fromId: accountOf(notices, fromId), text, at: at ?? plan.now },
      readers: Array.from(readers, ([userId, message]) => ({ userId, at: message.at ?? plan.now })),
    })
    if (refusal === null) came.message_content.set(id, CAME)
    else plan.findings.leave(CONTENT, id, ...refusal)
    for (const message of readers.values())
      if (refusal === null) came.message.set(message.id, CAME)
      else plan.findings.leave(MESSAGE, message.id, ...refusal)
  }
}

const accountOf = ({ step: { plan } }: Notices, id: number | null): number =>
  id !== null && plan.userIds.has(id) ? id : 0

async function carryReminders(notices: Notices): Promise<void> {
  const { rows, step, texts, told, messages, known, came } = notices
  const { plan, application } = step
  const { services } = application.product
  const itemOf = itemsOfPages(texts)
  const due: DueReminder[] = []
  for (const message of messages) {
    if (known.message.has(message.id) || ANNOUNCEMENTS.has(kindOf(notices, message))) continue
    const found = told.get(message.contentId ?? 0)
    const reason = reasonToLeave(notices, { message, found, itemOf })
    if (reason !== null || !found) plan.findings.leave(MESSAGE, message.id, ...(reason ?? ['noticeGone']))
    else due.push({ message, reminder: reminderOf(notices, message, found) })
  }
  const [carry] = services.extensions(reminderCarriers)
  for (const ofPerson of Map.groupBy(due, ({ reminder }) => reminder.userId).values()) {
    const sorted = ofPerson.toSorted(byNewest)
    for (let at = 0; at < sorted.length; at += AT_ONCE) {
      const some = sorted.slice(at, at + AT_ONCE)
      const carried = some.map(({ reminder }) => reminder)
      const answers = carry ? await carry({ store: rows.store, services }, carried) : null
      for (const [place, { message }] of some.entries()) {
        const answer = answers?.[place]
        if (answers === null) plan.findings.leave(MESSAGE, message.id, 'noPlugin')
        else if (answer) plan.findings.leave(MESSAGE, message.id, ...reasonOfPlugin(answer))
        else came.message.set(message.id, CAME)
      }
    }
  }
}

/** Few enough for a slow machine: plugins have a limited time. */
const AT_ONCE = 100

const byNewest = (one: DueReminder, other: DueReminder): number =>
  other.reminder.at.getTime() - one.reminder.at.getTime() || other.message.id - one.message.id

interface Judged {
  readonly message: ShowdocMessage
  readonly found: ShowdocTold | undefined
  /** Items of the pages that exist here. */
  readonly itemOf: ReadonlyMap<number, number>
}

function reasonToLeave({ step: { plan } }: Notices, { message, found, itemOf }: Judged): Told | null {
  if (!found) return ['noticeGone']
  if (found.kind !== REMINDER) return ['noticeOfOther', { kind: found.kind }]
  if (message.isDeleted) return ['noticeDeleted']
  if (message.userId === null || !plan.userIds.has(message.userId)) return ['accountGone']
  if (found.pageId === null) return ['notOfPage']
  return itemOf.has(found.pageId) ? null : ['pageGone']
}

function reminderOf(notices: Notices, { userId, isRead, at }: ShowdocMessage, told: ShowdocTold): CarriedReminder {
  const { action } = told
  return {
    ...{ pageId: told.pageId ?? 0, userId: userId ?? 0, fromId: accountOf(notices, told.fromId), text: told.text },
    ...{ action: action === 'create' || action === 'comment' ? action : 'update', isRead },
    at: told.at ?? at ?? notices.step.plan.now,
  }
}

/** What was told comes along with the first row that tells it to somebody. */
function leaveRest({ step: { plan }, told, messages, known, came }: Notices): void {
  const isTold = new Set(messages.map(({ contentId }) => contentId))
  const isHere = new Set(
    messages.flatMap(({ id, contentId }) => (came.message.has(id) || known.message.has(id) ? [contentId] : [])),
  )
  for (const { id, kind } of told.values()) {
    if (ANNOUNCEMENTS.has(kind)) continue
    if (kind !== REMINDER) plan.findings.leave(CONTENT, id, 'noticeOfOther', { kind })
    else if (!isTold.has(id)) plan.findings.leave(CONTENT, id, 'toldNobody')
    else if (!isHere.has(id)) plan.findings.leave(CONTENT, id, 'toldNobodyHere')
    else if (!known.message_content.has(id)) came.message_content.set(id, CAME)
  }
}
