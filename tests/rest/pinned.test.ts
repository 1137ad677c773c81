/*
 * What programs were promised: the OpenAPI document and the replies of all calls, byte for byte as they are kept in
 * `tests/rest/pinned/`. Whoever changes them on purpose renews what is kept, reads the difference and says why:
 *
 *     OCTAVO_PIN=renew npx vitest run tests/rest/pinned.test.ts
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
import { site, type Browser, type Site } from './harness.ts'
import type { Caller, PinnedCall } from './pinned-call.ts'
import { NEVER_DONE, PINNED_CALLS } from './pinned-calls.ts'

/** All of the product that have operations. */
const PLUGINS = Object.values(
  import.meta.glob<Plugin>('../../plugins/*/plugin.ts', { eager: true, import: 'default' }),
).filter(({ operations }) => operations !== undefined)
const isRenewed = process.env['OCTAVO_PIN'] === 'renew'

/** Between two calls, so that every time in a reply says what it is of. */
const STEP_MS = 61_000

type Browsers = Readonly<Record<Caller, Browser>>
let here: Site
let browsers: Browsers
/** What later calls send of earlier replies. */
const learned = new Map<string, string | number>()

beforeAll(async () => {
  const operations: Record<string, OperationTable[string]> = { ...coreOperations }
  for (const { operations: added = {} } of PLUGINS)
    for (const [group, members] of Object.entries(added)) operations[group] = { ...operations[group], ...members }
  const contributes = [...listingPlugin.contributes, linesContribution]
  // Letters are left to jobs, which nobody runs here.
  const mail = new SmtpMail('smtp://127.0.0.1:1', 'https://docs.example.org')
  here = await site({ operations, plugins: PLUGINS, mail, fresh: true, hasLegibleCaptchas: true, contributes })
  browsers = await fourCallers(here)
})
afterAll(() => here.close())

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
async function tellPia({ world }: Site): Promise<void> {
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

/** The address, who asked for what, and all that came back but what is made by chance. */
async function exchange(call: PinnedCall): Promise<string> {
  here.world.clock.advance(STEP_MS)
  const browser = browsers[call.caller]
  if (Object.values(call.fields).includes('{captcha}'))
    learned.set('captcha', (await browser.get('/api/common/verify')).body)
  const fields = filled(call.fields)
  const response = await browser.request({ method: 'POST', url: `/api/${call.path}`, ...(await bodyOf(call, fields)) })
  learn(call, response.body)
  const { 'content-type': type } = response.headers
  const sent = JSON.stringify(call.fields)
  const body = call.path === 'common/verify' ? '(a picture)' : withoutChance(response.body)
  return `${call.caller} ${call.path} ${sent}\n${response.statusCode} ${String(type)}\n${body}\n`
}

async function bodyOf({ fileField, fileName = 'pay.gif' }: PinnedCall, fields: object) {
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

const filled = (fields: PinnedCall['fields']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const word = typeof value === 'string' ? /^\{(\w+)\}$/.exec(value)?.[1] : undefined
      return [name, word === undefined ? value : (learned.get(word) ?? value)]
    }),
  )

function learn({ path: address }: PinnedCall, body: string): void {
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

/**
 * Keys come from chance, how long a lock lasts from the clock of the database, and nobody waits for the note when a
 * session was seen.
 */
const withoutChance = (body: string): string =>
  body
    .replaceAll(
      /"(unique_key|api_key|api_token|user_token|request_id|upload_key|import_id|login_secret_key)":"[^"]+"/g,
      '"$1":"…"',
    )
    .replaceAll(/"lasts_ms":[1-9]\d*/g, '"lasts_ms":…')
    .replaceAll(/"seen_at":"[^"]+"/g, '"seen_at":"…"')
    .replaceAll(/attachment\/[\w-]{32}/g, 'attachment/…')
    .replaceAll(/key=[\w-]{32}/g, 'key=…')
    .replaceAll(/register#[\w-]{43}/g, 'register#…')

interface Described {
  readonly paths: Readonly<Record<string, { readonly post: { readonly requestBody?: { readonly content: Content } } }>>
}
type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: object }>>
interface Schema {
  readonly properties?: Readonly<Record<string, object>>
}

/** Every documented call without anything, and with each of its fields spoiled. */
async function spoiledCalls(): Promise<readonly PinnedCall[]> {
  const { paths } = JSON.parse((await browsers.visitor.get('/api/openapi.json')).body) as Described
  return Object.entries(paths).flatMap(([address, { post }]) => {
    const path = address.slice('/api/'.length)
    const [{ schema, example }] = Object.values(post.requestBody?.content ?? { none: { schema: {} } }) as [
      Content[string],
    ]
    const spoiled = Object.keys(schema.properties ?? {}).map((name) => ({ ...example, [name]: '\0[' }))
    return [
      { caller: 'visitor' as const, path, fields: {} },
      ...(spoiled.length > 0 ? [{ caller: 'vera' as const, path, fields: {} }] : []),
      ...spoiled.map((fields) => ({ caller: 'vera' as const, path, fields })),
    ]
  })
}

const keptFile = (name: string): string => path.join(import.meta.dirname, 'pinned', name)
async function expectKept(name: string, text: string): Promise<void> {
  if (isRenewed) await writeFile(keptFile(name), text)
  const kept = await readFile(keptFile(name), 'utf8')
  expect(text).toBe(kept)
}

describe('what programs were promised', () => {
  it('[API-001] is the OpenAPI document, byte for byte', async () => {
    const { body } = await browsers.visitor.get('/api/openapi.json')

    // A line for each call, to be read; JSON has no line ends of its own, so it is the same bytes.
    expect(body).not.toContain('\n')
    await expectKept('openapi.txt', body.replaceAll('"/api/', '\n"/api/'))
  })

  it('is what every call answers, byte for byte', async () => {
    const replies: string[] = []
    for (const call of PINNED_CALLS) {
      if (call.path.startsWith('message/') && !learned.has('notice')) await tellPia(here)
      replies.push(await exchange(call))
    }

    await expectKept('replies.txt', replies.join('\n'))
    const done = new Set(
      replies.filter((reply) => !/"error_code":[1-9]/.test(reply)).map((reply) => reply.split(' ')[1]),
    )
    const { paths } = JSON.parse((await browsers.visitor.get('/api/openapi.json')).body) as Described
    const undone = Object.keys(paths).map((address) => address.slice('/api/'.length))
    expect(undone.filter((each) => !done.has(each) && !NEVER_DONE.includes(each))).toEqual([])
  })

  it('is what every call says when it gets nothing, or a field it cannot use, byte for byte', async () => {
    const replies: string[] = []
    for (const call of await spoiledCalls()) replies.push(await exchange(call))

    await expectKept('refusals.txt', replies.join('\n'))
  })
})
