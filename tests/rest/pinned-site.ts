import type { OperationTable } from '#core/operation.ts'
import { coreOperations } from '#core/operations.ts'
import type { Plugin } from '#core/plugin.ts'
import { SmtpMail } from '#adapters/mail/smtp/smtp-mail.ts'
import { announcementsIn } from '#plugins/notices/announcement.ts'
import { noticesIn, unreadNoticesIn } from '#plugins/notices/notice.ts'
import { reminderKey, remindersIn, unreadRemindersIn } from '#plugins/notices/reminder.ts'
import { linesContribution } from '#tests/support/lines-format.ts'
import { listingPlugin } from '#tests/support/listing-format.ts'
import { TEST_PASSWORD } from '#tests/support/services.ts'
import type { LightMyRequestResponse } from 'fastify'
import { site, type Browser, type Site } from './harness.ts'
import type { Caller, PinnedCall } from './pinned-call.ts'

/** All of the product that have operations. */
const PLUGINS = Object.values(
  import.meta.glob<Plugin>('../../plugins/*/plugin.ts', { eager: true, import: 'default' }),
).filter(({ operations }) => operations !== undefined)
/** Between two calls, so that every time in a reply says what it is of. */
const STEP_MS = 61_000

export interface DescribedSchema {
  readonly properties?: Readonly<Record<string, object>>
}
export type DescribedContent = Readonly<
  Record<string, { readonly schema: DescribedSchema; readonly example?: Readonly<Record<string, unknown>> }>
>
/** What is read of the OpenAPI document. */
export interface Described {
  readonly paths: Readonly<
    Record<string, { readonly post: { readonly requestBody?: { readonly content: DescribedContent } } }>
  >
}

type Browsers = Readonly<Record<Caller, Browser>>

/** A site on which the pinned calls are made in their order, with all of the product's plugins. */
export interface PinnedSite {
  readonly browsers: Browsers
  /** The fields as they are sent now: words in braces are replaced by what earlier replies gave. */
  filled(fields: PinnedCall['fields']): Record<string, unknown>
  /** Makes the call and remembers what later ones send of its reply. */
  make(call: PinnedCall): Promise<LightMyRequestResponse>
  described(): Promise<Described>
  close(): Promise<void>
}

export async function pinnedSite(): Promise<PinnedSite> {
  const operations: Record<string, OperationTable[string]> = { ...coreOperations }
  for (const { operations: added = {} } of PLUGINS)
    for (const [group, members] of Object.entries(added)) operations[group] = { ...operations[group], ...members }
  const contributes = [...listingPlugin.contributes, linesContribution]
  // Letters are left to jobs, which nobody runs here.
  const mail = new SmtpMail('smtp://127.0.0.1:1', 'https://docs.example.org')
  const here = await site({ operations, plugins: PLUGINS, mail, fresh: true, hasLegibleCaptchas: true, contributes })
  const browsers = await fourCallers(here)
  /** What later calls send of earlier replies. */
  const learned = new Map<string, string | number>()
  const filled = (fields: PinnedCall['fields']): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        const word = typeof value === 'string' ? /^\{(\w+)\}$/.exec(value)?.[1] : undefined
        return [name, word === undefined ? value : (learned.get(word) ?? value)]
      }),
    )
  return {
    browsers,
    filled,
    async make(call) {
      if (call.path.startsWith('message/') && !learned.has('notice')) await tellPia(here, learned)
      here.world.clock.advance(STEP_MS)
      const browser = browsers[call.caller]
      if (Object.values(call.fields).includes('{captcha}'))
        learned.set('captcha', (await browser.get('/api/common/verify')).body)
      const sent = await bodyOf(call, filled(call.fields))
      const response = await browser.request({ method: 'POST', url: `/api/${call.path}`, ...sent })
      learn(learned, call, response.body)
      return response
    },
    async described() {
      return JSON.parse((await browsers.visitor.get('/api/openapi.json')).body) as Described
    },
    close: () => here.close(),
  }
}

/** People whose ids and names are the same in whatever world they live. */
async function fourCallers({ world, browser }: Site): Promise<Browsers> {
  const callers = { pia: browser(), tom: browser(), vera: browser(), visitor: browser() }
  // The world's own administrator would have a part in every item, under a name of the world's choice.
  await world.product.database.users.update(world.admin.id, { isAdmin: false })
  for (const { id, username } of [world.owner, world.manager, world.editor, world.reader, world.stranger, world.admin])
    await world.product.database.users.update(id, { username: username.replace(/\d+$/, '') })
  for (const username of ['pia', 'tom', 'vera'] as const) {
    const email = `${username}@example.org`
    await world.addUser(username, { username, email, isAdmin: username === 'vera' })
    await callers[username].logIn(username, TEST_PASSWORD)
  }
  return callers
}

/** What the plugins would have told Pia once their jobs had run. */
async function tellPia({ world }: Site, learned: Map<string, string | number>): Promise<void> {
  const holder = { store: world.product.database }
  const at = world.clock.now()
  const about = { userId: 7, at }
  const reminded = { fromId: 8, action: 'update', remark: 'read this', isRead: false } as const
  const key = reminderKey(2, 1, 7)
  const reminder = await remindersIn(holder).put({ ...about, key, pageId: 2, data: reminded })
  await unreadRemindersIn(holder).put({ ...about, key, pageId: 2, data: {} })
  const fact = { kind: 'addedToTeam', toId: 7, fromId: 8, teamId: 2, role: 'admin', isRead: false } as const
  const notice = await noticesIn(holder).put({ ...about, data: fact })
  await unreadNoticesIn(holder).put({ ...about, key: `${notice.id}`, data: {} })
  const announcement = await announcementsIn(holder).put({ at, data: { fromId: 9, text: 'An earlier one.' } })
  learned.set('reminder', reminder.id).set('notice', notice.id).set('announcement', announcement.id)
}

/** JSON, or a form where a file is sent. */
export async function bodyOf({ fileField, fileName = 'pay.gif' }: PinnedCall, fields: object) {
  if (fileField === undefined)
    return { payload: JSON.stringify(fields), headers: { 'content-type': 'application/json' } }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append(fileField, new Blob([fileField === 'file' ? 'how we pay' : PICTURE]), fileName)
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  return { payload: Buffer.from(await encoded.arrayBuffer()), headers: { 'content-type': type } }
}
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

function learn(learned: Map<string, string | number>, { path: address }: PinnedCall, body: string): void {
  if (address === 'template/save') learned.set('template', Number(/"id":(\d+)/.exec(body)?.[1]))
  const [, id] = /"(?:thread|page)_id":(\d+)/.exec(body) ?? []
  if (address === 'comment/add' && !learned.has('comment') && id) learned.set('comment', Number(id))
  if (address === 'page/save' && id) learned.set('page', Number(id))
  const kept = { key: 'unique_key', apiKey: 'api_key', apiToken: 'api_token', userToken: 'user_token' }
  for (const [word, name] of Object.entries(kept)) {
    const value = new RegExp(`"${name}":"([^"]+)"`).exec(body)?.[1]
    if (value !== undefined) learned.set(word, value)
  }
}
