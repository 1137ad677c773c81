import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { coreOperations } from '#core/operations.ts'
import { pageOperations } from '#core/page/operations.ts'
import { Person } from '#tests/support/people.ts'
import { outcomeOf } from '#tests/support/refusal.ts'
import { CONNECTABLE, twoConnections, type TwoConnections } from '#tests/support/two-connections.ts'
import { world, type World } from '#tests/support/world.ts'

describe.each(CONNECTABLE)('a locked page that somebody else would like to write in (%s)', (kind) => {
  let connections: TwoConnections
  let here: World
  beforeAll(async () => {
    connections = await twoConnections[kind]()
    here = await world({ database: connections.database })
  })
  afterAll(() => connections.drop())

  /** The same person at another server. */
  const elsewhere = (person: Person) => new Person({ ...here.product, database: connections.other }, person.account)
  const talk = (person: Person, pageId: number, tab = '') => person.do(pageOperations.lockRequests, { pageId, tab })
  const lock = (person: Person, pageId: number, more: object = {}) =>
    person.do(pageOperations.setLock, { pageId, ...more })
  const ask = (person: Person, pageId: number) => person.do(pageOperations.askForLock, { pageId })
  const handOver = (person: Person, pageId: number, to: Person, more: object = { baseRevision: 1 }) =>
    person.do(pageOperations.handOverLock, { pageId, username: to.username, tab: 'window', ...more })
  /** A page that the editor has locked in a window and the manager asks for. */
  async function asked() {
    const item = await here.addItem()
    const page = await here.addPage(item)
    await lock(here.editor, page.id, { tab: 'window' })
    await ask(here.manager, page.id)
    return { item, pageId: page.id }
  }

  it('shows for how long nothing was written, and only to its holder who asks', async () => {
    const { editor, manager, reader } = here
    const { pageId } = await asked()
    await lock(editor, pageId, { tab: 'window', idleMs: 240_000 })

    expect(await talk(editor, pageId, 'window')).toMatchObject({ isThisTab: true, askedBy: [manager.username] })
    const seen = await talk(manager, pageId)
    expect(seen).toMatchObject({ holderUsername: editor.username, askedBy: [], ownRequest: 'waiting' })
    expect(seen.idleMs).toBeGreaterThanOrEqual(240_000)
    expect(await talk(reader, pageId)).toMatchObject({ askedBy: [], ownRequest: 'none' })
    expect(await outcomeOf(ask(reader, pageId))).toBe('notAllowed')
    expect((await talk(editor, pageId)).askedBy).toEqual([manager.username])
  })

  it('is handed over, and then is of whoever asked alone', async () => {
    const { editor, manager } = here
    const { pageId } = await asked()

    await handOver(editor, pageId, manager)

    expect(await outcomeOf(lock(editor, pageId, { tab: 'window' }))).toBe('pageLocked')
    expect(await talk(editor, pageId)).toMatchObject({ isOwn: false, holderUsername: manager.username, askedBy: [] })
    expect(await lock(manager, pageId, { tab: 'other', baseRevision: 1 })).toMatchObject({
      isOwn: true,
      isThisTab: true,
    })
  })

  it('stays where it is when that is declined, and is not asked for again at once', async () => {
    const { editor, manager } = here
    const { pageId } = await asked()

    await editor.do(pageOperations.declineLockRequest, { pageId, username: manager.username })

    expect(await talk(manager, pageId)).toMatchObject({ holderUsername: editor.username, ownRequest: 'declined' })
    expect(await ask(manager, pageId)).toEqual({ ownRequest: 'declined' })
    expect((await talk(editor, pageId)).askedBy).toEqual([])
  })

  it('is not handed over to whoever withdrew, never asked, or may not edit', async () => {
    const { editor, manager, owner, reader } = here
    const { pageId } = await asked()
    await manager.do(pageOperations.withdrawLockRequest, { pageId })

    expect(await outcomeOf(handOver(editor, pageId, manager))).toBe('changedMeanwhile')
    expect(await outcomeOf(handOver(editor, pageId, owner))).toBe('changedMeanwhile')
    expect(await outcomeOf(handOver(editor, pageId, reader))).toBe('notFound')
    expect(await outcomeOf(handOver(manager, pageId, owner))).toBe('pageLocked')
  })

  it('is not handed over before the text of its holder is saved or kept', async () => {
    const { editor, manager } = here
    const { pageId } = await asked()
    const saved = await editor.do(pageOperations.save, { pageId, pageTitle: 'Now', pageContent: 'newer' })
    const draft = { draftId: `a-draft-${pageId}`, pageId, pageTitle: 'Now', pageContent: 'newest', keptAt: 1 }

    expect(await outcomeOf(handOver(editor, pageId, manager, {}))).toBe('invalidInput')
    expect(await outcomeOf(handOver(editor, pageId, manager, { baseRevision: 1 }))).toBe('pageChanged')
    expect(await outcomeOf(handOver(editor, pageId, manager, { draftId: draft.draftId }))).toBe('notFound')
    expect((await talk(editor, pageId)).isOwn).toBe(true)
    await editor.do(pageOperations.keepDraft, { ...draft, baseRevision: saved.revision })
    await handOver(editor, pageId, manager, { draftId: draft.draftId })

    expect((await talk(manager, pageId)).isOwn).toBe(true)
    const [kept] = await editor.do(pageOperations.draft, { pageId, draftId: draft.draftId })
    expect(kept?.pageContent).toBe('newest')
  })

  it('never has two holders nor loses a text, whatever happens at the moment of the hand-over', async () => {
    const { editor, manager, owner } = here
    for (let round = 0; round < 12; round += 1) {
      const { pageId } = await asked()
      await ask(owner, pageId)
      const text = `saved in round ${round}`
      const save = (person: Person) =>
        outcomeOf(person.do(pageOperations.save, { pageId, pageTitle: 'Race', pageContent: text + person.username }))

      const [toManager, toOwner, savedByHolder, savedByManager] = await Promise.all([
        outcomeOf(handOver(editor, pageId, manager)),
        outcomeOf(handOver(elsewhere(editor), pageId, owner)),
        save(elsewhere(editor)),
        save(elsewhere(manager)),
        outcomeOf(lock(elsewhere(owner), pageId, { tab: 'third' })),
        outcomeOf(lock(elsewhere(editor), pageId, { tab: 'window' })),
      ])

      const given = [toManager, toOwner].filter((outcome) => outcome === 'nothing')
      expect(given.length).toBeLessThanOrEqual(1)
      const holders = await Promise.all(
        [editor, manager, owner].map(async (person) => (await talk(person, pageId)).isOwn),
      )
      expect(holders.filter(Boolean)).toHaveLength(1)
      const { pageContent } = await owner.do(pageOperations.info, { pageId })
      const history = await owner.do(pageOperations.historyWithTexts, { pageId })
      const texts = [pageContent, ...history.map((version) => version.pageContent)]
      if (savedByHolder === 'nothing') expect(texts).toContain(text + editor.username)
      if (savedByManager === 'nothing') expect(texts).toContain(text + manager.username)
    }
  })

  /** An item of the stranger, with a page that the editor, a member of it by the role alone or by a team, has locked. */
  async function lockedBy(how: 'membership' | 'team') {
    const { editor, stranger } = here
    const itemId = (await here.addItem({ ownerId: stranger.id })).id
    const page = await here.addPage({ ...(await here.addItem()), id: itemId })
    const [member] = await stranger
      .do(coreOperations.member.list, { itemId })
      .then((list) => list.filter(({ username }) => username === editor.username))
    const { id: teamId } = await stranger.do(coreOperations.team.save, { teamName: 'Gateway' })
    await stranger.do(coreOperations.teamMember.save, { teamId, memberUsername: [editor.username], role: 'member' })
    await stranger.do(coreOperations.teamItem.bind, { teamId, itemIds: [itemId] })
    const membershipId = member?.membershipId ?? 0
    if (how === 'team') await stranger.do(coreOperations.member.delete, { itemId, membershipId })
    else await stranger.do(coreOperations.team.delete, { id: teamId })
    expect(await lock(editor, page.id, { tab: 'window' })).toMatchObject({ isOwn: true })
    return { itemId, membershipId, teamId, pageId: page.id }
  }
  const { adminItem, adminUser, catalog, member: members, team, teamItem, teamGrant, teamMember } = coreOperations
  type Locked = Awaited<ReturnType<typeof lockedBy>>
  const ends: Readonly<Record<string, readonly ['membership' | 'team', (given: Locked) => Promise<unknown>]>> = {
    'a removed member': [
      'membership',
      ({ itemId, membershipId }) => here.stranger.do(members.delete, { itemId, membershipId }),
    ],
    'a member who is a reader now': [
      'membership',
      ({ itemId }) => here.stranger.do(members.save, { itemId, username: [here.editor.username], role: 'reader' }),
    ],
    'a member of one catalog alone now': [
      'membership',
      async ({ itemId }) => {
        const { catalogId } = await here.stranger.do(catalog.save, { itemId, catalogName: 'Theirs' })
        const username = [here.editor.username]
        return here.stranger.do(members.save, { itemId, username, role: 'editor', catalogId })
      },
    ],
    'a member of a team that was deleted': ['team', ({ teamId }) => here.stranger.do(team.delete, { id: teamId })],
    'a removed member of a team': [
      'team',
      async ({ teamId }) => {
        const [row] = await here.stranger.do(teamMember.list, { teamId })
        return here.stranger.do(teamMember.delete, { id: row?.id ?? 0 })
      },
    ],
    'a team that was taken from the item': [
      'team',
      async ({ itemId }) => {
        const [row] = await here.stranger.do(teamItem.list, { itemId })
        return here.stranger.do(teamItem.unbind, { id: row?.id ?? 0 })
      },
    ],
    'a member of a team who is a reader now': [
      'team',
      async ({ itemId, teamId }) => {
        const [row] = await here.stranger.do(teamGrant.list, { itemId, teamId })
        return here.stranger.do(teamGrant.save, { id: row?.id ?? 0, role: 'reader' })
      },
    ],
    'a leaver whose belongings were handed over': [
      'membership',
      () => here.admin.do(adminUser.handOver, { userId: here.editor.id, username: here.manager.username }),
    ],
    'an account that was switched off': [
      'membership',
      async () => {
        await here.admin.do(adminUser.switchOff, { userId: here.editor.id })
        await here.admin.do(adminUser.switchOn, { userId: here.editor.id })
      },
    ],
  }

  it.each(Object.entries(ends))('is free at once after the lock of %s', async (_, [how, end]) => {
    const given = await lockedBy(how)

    await end(given)

    expect(await lock(here.stranger, given.pageId, { tab: 'other' })).toMatchObject({ isOwn: true, isThisTab: true })
  })

  it('is free at once after the lock of an administrator who is none any more', async () => {
    const { admin, stranger } = here
    const former = await here.addUser('former', { isAdmin: true })
    const page = await here.addPage(await here.addItem({ ownerId: stranger.id }))
    await lock(former, page.id, { tab: 'window' })

    await admin.do(adminUser.unmakeAdministrator, { userId: former.id })

    expect(await lock(stranger, page.id)).toMatchObject({ isOwn: true })
  })

  it('is free at once where it moves out of the catalog that its holder is limited to', async () => {
    const { owner, stranger } = here
    const item = await here.addItem()
    const itemId = item.id
    const add = async (catalogName: string, parentId = 0) =>
      (await owner.do(catalog.save, { itemId, catalogName, parentId })).catalogId
    const [theirs, others] = [await add('Theirs'), await add('Others')]
    const inner = await add('Inner', theirs)
    await owner.do(members.save, { itemId, username: [stranger.username], role: 'editor', catalogId: theirs })
    const [moved, left] = [
      await here.addPage(item, { catalogId: inner }),
      await here.addPage(item, { catalogId: theirs }),
    ]
    for (const page of [moved, left]) await lock(stranger, page.id, { tab: 'window' })

    await owner.do(catalog.save, { itemId, catalogId: inner, catalogName: 'Inner', parentId: others })

    expect(await lock(owner, moved.id)).toMatchObject({ isOwn: true })
    expect(await talk(owner, left.id)).toMatchObject({ holderUsername: stranger.username })
  })

  it('is free at once for the new owner of the item, and stays locked by others who may still write', async () => {
    const { admin, editor, manager, owner, stranger } = here
    const item = await here.addItem()
    const [ofOwner, ofEditor] = [await here.addPage(item), await here.addPage(item)]
    await lock(owner, ofOwner.id, { tab: 'window' })
    await lock(editor, ofEditor.id, { tab: 'window' })

    await admin.do(adminItem.transfer, { itemId: item.id, username: stranger.username })

    expect(await lock(stranger, ofOwner.id)).toMatchObject({ isOwn: true })
    expect(await talk(manager, ofEditor.id)).toMatchObject({ holderUsername: editor.username })
  })

  it('is kept a short while for whoever got it', () => {
    expect(limits.lockHandedOverMs).toBeLessThan(limits.lockMs)
    expect(limits.lockRequestMs).toBeGreaterThan(2 * limits.lockAskedLookMs)
  })
})
