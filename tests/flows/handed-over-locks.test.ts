import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
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

  it('is kept a short while for whoever got it', () => {
    expect(limits.lockHandedOverMs).toBeLessThan(limits.lockMs)
    expect(limits.lockRequestMs).toBeGreaterThan(2 * limits.lockAskedLookMs)
  })
})
