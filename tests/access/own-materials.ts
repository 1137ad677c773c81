import { endOfLink, type LinkPurpose } from '#core/account/mail-link.ts'
import { idleSince } from '#core/account/sessions.ts'
import type { Site, Browser } from '#tests/rest/harness.ts'
import type { Person } from '#tests/support/people.ts'
import type { Materials } from './own-calls.ts'
import { addFile } from './scene-files.ts'
import { tokenOf } from './scenes.ts'

/** Calls that ask for a verification code. */
const HAS_CODE: ReadonlySet<string> = new Set(['account.register', 'account.askPasswordReset'])

/** What this person, or a visitor with what belongs to this person, needs for the call. */
export async function materialsFor(
  place: Site,
  person: Person,
  browser: Browser,
  operation: string,
  word: string,
): Promise<Materials> {
  const { database } = place.world.product
  const now = place.world.clock.now()
  const { id: templateId } = await database.documents
    .collection('templates.template')
    .put({ userId: person.id, at: now, data: { title: 'own', content: 'own' } })
  const { id: noticeId } = await database.documents
    .collection('notices.notice')
    .put({ userId: person.id, at: now, data: { kind: 'teamTransferred', fromId: 0, teamId: 1, isRead: false } })
  const { id: announcementId } = await database.documents
    .collection('notices.announcement')
    .put({ at: now, data: { fromId: person.id, text: 'told' } })
  const started = { kind: 'count', startedById: person.id, language: 'en', input: {}, startedAt: now } as const
  const task = await database.tasks.insert(started, 1_000)
  const loginToken = await tokenOf(place, person)
  const [newest] = await database.logins.ofUser(person.id, now, idleSince(now))
  return {
    username: person.username,
    templateId,
    noticeId,
    announcementId,
    groupId: await database.itemGroups.insert({ userId: person.id, name: 'own', itemIds: [], order: 1 }),
    fileId: (await addFile(place, database, { ownerId: person.id, displayName: 'own.txt', pageId: null })).id,
    taskId: task?.id ?? 0,
    leaverId: (await place.world.addUser(`leaver-${person.id}`)).id,
    foreignItemId: (await place.world.addItem()).id,
    recycledItemId: await recycledItem(place),
    freeName: `free${word}`,
    captcha: HAS_CODE.has(operation) ? (await browser.get('/api/common/verify')).body : '',
    sessionId: newest?.id ?? 0,
    loginToken,
    links: await linksFor(place, person),
  }
}

async function recycledItem({ world: { addItem, clock, owner, product } }: Site): Promise<number> {
  const { id } = await addItem()
  await product.database.items.recycle(id, owner.id, clock.now())
  return id
}

async function linksFor({ world: { product, clock } }: Site, { account }: Person): Promise<Materials['links']> {
  const { keys } = product.services
  const linkFor = async (purpose: LinkPurpose) => {
    const link = { userId: account.id, purpose, email: account.email ?? '' }
    const token = keys.random(32)
    await product.database.mailLinks.add(link, keys.digest(token), endOfLink(purpose, clock.now()))
    return { userId: link.userId, email: link.email, token }
  }
  return { resetPassword: await linkFor('resetPassword'), confirmEmail: await linkFor('confirmEmail') }
}
