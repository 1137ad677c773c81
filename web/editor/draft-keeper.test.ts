import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cache, old, openEditor, stored } from '#tests/support/draft-editor.ts'
import type { Draft } from './draft-store.ts'

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('what is typed', () => {
  it('[DRAFT-01] [CONST-01] is on this device within a second and on the server within 30, although nobody pauses', async () => {
    const { type, device, server } = openEditor()
    for (let tick = 0; tick < 4; tick += 1) {
      type('.')
      await pass(250)
    }
    expect(device.texts()).toEqual([`${stored.content}...`])
    expect(server.texts()).toEqual([])

    for (let tick = 0; tick < 100; tick += 1) {
      type('.')
      await pass(250)
    }
    expect(server.texts()[0]?.length).toBeGreaterThan(stored.content.length + 95)
    await pass(30_000)
    expect([device.texts(), server.texts()]).toEqual([
      [stored.content + '.'.repeat(104)],
      [stored.content + '.'.repeat(104)],
    ])
  })

  it('is on this device as soon as the typing pauses', async () => {
    const { type, device } = openEditor()
    type('?')
    await pass(299)
    expect(device.texts()).toEqual([])
    await pass(1)
    expect(device.texts()).toEqual([`${stored.content}?`])
  })

  it('is at once in both places when the tab is hidden or left', async () => {
    const { type, drafts, device, server } = openEditor()
    type('?')
    drafts.flush()
    await pass(0)
    expect([device.texts(), server.texts()]).toEqual([[`${stored.content}?`], [`${stored.content}?`]])
  })

  it('is one draft, kept at one moment, here and on the server', async () => {
    const { type, drafts, device, server } = openEditor()
    type('?')
    await pass(5_000)
    drafts.flush()
    await pass(0)
    expect(await server.server.at()).toEqual(await device.journal.all())
  })

  it('is sent again only after the whole draft that somebody waits for has arrived', async () => {
    const arrival = Promise.withResolvers<void>()
    const server = cache()
    const keep = vi.fn(async (draft: Draft) => {
      if (keep.mock.calls.length === 1) await arrival.promise
      await server.journal.put(draft)
    })
    const { type, drafts } = openEditor(cache(), { ...server, server: { ...server.server, keep } })
    type('1')
    const kept = drafts.keepWhole()
    await pass(0)
    type('2')
    drafts.flush()
    await pass(0)
    expect(keep).toHaveBeenCalledTimes(1)

    arrival.resolve()
    await kept
    await pass(30_000)
    expect(server.texts()).toEqual([`${stored.content}12`])
  })

  it('is kept on the server by a device that refuses drafts, and said to be so', async () => {
    const { type, drafts, device, server } = openEditor()
    device.breakDown()
    type('?')
    await pass(30_000)
    expect([drafts.isRefused, server.texts(), drafts.keptAt]).toEqual([
      true,
      [`${stored.content}?`],
      expect.any(Number),
    ])
  })

  it('is sent again to a server that was away, without disturbing anybody', async () => {
    const { type, drafts, device, server } = openEditor()
    server.breakDown()
    type('?')
    await pass(30_000)
    expect([drafts.isUnreached, drafts.keptAt !== null, device.texts()]).toEqual([true, true, [`${stored.content}?`]])

    server.mend()
    await pass(30_000)
    expect([drafts.isUnreached, server.texts()]).toEqual([false, [`${stored.content}?`]])
  })

  it('is kept no longer once it is undone, and again once it is redone', async () => {
    const { type, show, drafts, device, server, shownAt } = openEditor()
    type('?')
    await pass(60_000)
    expect([device.texts(), server.texts()]).toEqual([[`${stored.content}?`], [`${stored.content}?`]])

    show(stored.content)
    await pass(60_000)
    expect([device.texts(), server.texts(), drafts.keptAt]).toEqual([[], [], null])
    expect(shownAt()).toBe(null)

    show(`${stored.content}?`)
    drafts.flush()
    await pass(0)
    const { drafts: next } = openEditor(device, server, 'the next editor')
    await next.look()
    expect(next.offered?.content).toBe(`${stored.content}?`)
  })

  it('does not come back to the server when somebody saves it as a draft after undoing it', async () => {
    const { type, show, drafts, device, server } = openEditor()
    type('?')
    expect(await drafts.keepWhole()).toBe('editor-1')
    expect(server.texts()).toEqual([`${stored.content}?`])

    show(stored.content)
    await pass(60_000)
    expect(await drafts.keepWhole()).toBe(null)
    expect([device.texts(), server.texts()]).toEqual([[], []])

    type('!')
    expect(await drafts.keepWhole()).toBe('editor-1')
    expect(server.texts()).toEqual([`${stored.content}!`])
  })

  it('is offered again when it came from a draft and was undone', async () => {
    const { show, drafts, device, server } = openEditor()
    device.add({ id: 'left', content: 'left behind', keptAt: 1 })
    await drafts.look()
    show(drafts.takeOffered()?.content ?? '')
    await pass(60_000)

    show(stored.content)
    await pass(60_000)

    const { drafts: next } = openEditor(device, server, 'the next editor')
    await next.look()
    expect(next.offered?.content).toBe('left behind')
  })

  it('is not kept when the server has it', async () => {
    const { drafts, device, server } = openEditor()
    drafts.touched()
    await pass(60_000)
    expect([device.texts(), server.texts()]).toEqual([[], []])
  })
})

describe('an acknowledged save', () => {
  it('[DRAFT-06] lets the drafts go, here and on the server', async () => {
    const { type, drafts, saved, device, server } = openEditor()
    type('?')
    drafts.flush()
    await saved(`${stored.content}?`)
    await pass(60_000)
    expect([device.texts(), server.texts(), drafts.keptAt]).toEqual([[], [], null])
  })

  it('keeps what was typed meanwhile, under the number of the page', async () => {
    const { type, saved, device, server } = openEditor()
    type('?')
    await pass(30_000)
    type('!')
    await saved(`${stored.content}?`, 9)
    expect([device.texts(), device.pages()]).toEqual([[`${stored.content}?!`], [9]])
    await pass(30_000)
    expect([server.texts(), server.pages()]).toEqual([[`${stored.content}?!`], [9]])
  })
})

describe('[DRAFT-06] after a save no draft that its text was made of is offered', () => {
  const notDropped = (server: ReturnType<typeof cache>) =>
    (server.server.drop = () => Promise.reject(new Error('the window is closed')))
  async function offeredNext(...places: [ReturnType<typeof cache>, ReturnType<typeof cache>]): Promise<Draft | null> {
    const { drafts } = openEditor(...places, 'the next editor')
    await drafts.look()
    await pass(0)
    return drafts.offered
  }

  it('when the window was closed before it was removed from the server', async () => {
    const [device, server] = [cache(), cache()]
    const editor = openEditor(device, server, 'editor-1')
    editor.type('?')
    editor.drafts.flush()
    await pass(0)
    const { drop } = server.server
    notDropped(server)
    await editor.saved(`${stored.content}?`)
    server.server.drop = drop

    expect([await offeredNext(device, server), server.texts()]).toEqual([null, []])
  })

  it('unless the server has been restored as it was before the save', async () => {
    const [device, server] = [cache(), cache()]
    const editor = openEditor(device, server)
    editor.type('?')
    editor.drafts.flush()
    await pass(0)
    const [kept] = await server.server.at()
    await editor.saved(`${stored.content}?`)

    server.add(kept ?? {})
    server.revision = 1

    expect((await offeredNext(device, server))?.content).toBe(`${stored.content}?`)
    expect(server.texts()).toHaveLength(1)
  })

  it('when several editors have gone on with it one after another', async () => {
    const [device, server] = [cache(), cache()]
    notDropped(server)
    let text = stored.content
    for (const id of ['editor-1', 'editor-2', 'editor-3']) {
      const editor = openEditor(device, server, id)
      await editor.drafts.look()
      expect(editor.drafts.takeOffered()?.content ?? stored.content).toBe(text)
      expect(editor.drafts.offered).toBeNull()
      editor.show((text += ' and more'))
      editor.drafts.flush()
      await pass(0)
    }
    const last = openEditor(device, server, 'editor-4')
    await last.drafts.look()
    last.show(last.drafts.takeOffered()?.content ?? '')

    await last.saved(text)

    expect(await offeredNext(device, server)).toBeNull()
  })

  it('when another editor has kept the same text', async () => {
    const editor = openEditor()
    editor.device.add({ id: 'first', keptAt: 1 })
    editor.server.add({ id: 'second', keptAt: 2 })
    await editor.drafts.look()
    editor.show(editor.drafts.takeOffered()?.content ?? '')

    await editor.saved(old.content)
    editor.show(stored.content)
    await editor.saved(stored.content)

    expect(await offeredNext(editor.device, editor.server)).toBeNull()
  })

  it('but what its editor typed after the save is', async () => {
    const [device, server] = [cache(), cache()]
    const editor = openEditor(device, server, 'editor-1')
    editor.type('?')
    editor.drafts.flush()
    await editor.saved(`${stored.content}?`)
    await pass(1)
    editor.type('!')
    editor.drafts.flush()
    await pass(0)

    expect((await offeredNext(device, server))?.content).toBe(`${stored.content}?!`)
  })
})

describe('what was left behind', () => {
  it('is offered from this device and from the server alike, the newest first', async () => {
    const editor = openEditor()
    editor.device.add({ id: 'here', content: 'typed on this machine', keptAt: 1 })
    editor.server.add({ id: 'there', content: 'typed on another machine', keptAt: 2 })
    await editor.drafts.look()
    expect(editor.drafts.offered?.id).toBe('there')
    editor.drafts.postponeOffered()
    expect(editor.drafts.offered?.id).toBe('here')
  })

  it('lies where its page lies by now, unless its author has chosen another place', async () => {
    const editor = openEditor()
    const base = { ...stored, revision: 1, catalogId: 5 }
    editor.device.add({ id: 'left there', catalogId: 5, base, keptAt: 2 })
    editor.server.add({ id: 'put elsewhere', catalogId: 7, base, keptAt: 1 })
    await editor.drafts.look()
    expect(editor.drafts.takeOffered()).toMatchObject({ id: 'left there', catalogId: 0, base: { catalogId: 0 } })
    expect(editor.drafts.takeOffered()).toMatchObject({ id: 'put elsewhere', catalogId: 7, base: { catalogId: 5 } })
  })

  it('[DRAFT-04] is not offered when only its page was moved', async () => {
    const editor = openEditor()
    editor.server.add({ ...stored, catalogId: 5, base: { ...stored, revision: 1, catalogId: 5 } })
    await editor.drafts.look()
    expect(editor.drafts.offered).toBeNull()
  })

  it('[DRAFT-05] is not asked about again when it was discarded, although it lies in two places', async () => {
    const editor = openEditor()
    editor.server.add({ id: 'first', content: 'typed one day\n', keptAt: 1 })
    editor.device.add({ id: 'second', content: 'typed one day', keptAt: 2 })
    await editor.drafts.look()
    await editor.drafts.discardOffered()
    expect([editor.drafts.offered, editor.device.texts(), editor.server.texts()]).toEqual([null, [], []])
  })

  it('is offered from this device while the server keeps its answer to itself', async () => {
    const editor = openEditor()
    editor.device.add({})
    editor.server.server.at = () => new Promise(() => undefined)
    void editor.drafts.look()
    await pass(2_000)
    expect(editor.drafts.offered?.id).toBe('old')
  })

  it.each(['takeOffered', 'postponeOffered', 'discardOffered'] as const)(
    'is not offered again by an answer that comes after %s',
    async (decide) => {
      const editor = openEditor()
      editor.device.add({})
      const answer = Promise.withResolvers<Draft[]>()
      editor.server.server.at = () => answer.promise
      const looking = editor.drafts.look()
      await pass(2_000)

      await editor.drafts[decide]()
      answer.resolve([old, { ...old, id: 'another', content: 'typed the day before that' }])
      await looking

      expect(editor.drafts.offered?.id).toBe('another')
    },
  )

  it('goes once this editor has kept it as its own, and not before', async () => {
    const editor = openEditor()
    editor.device.add({})
    editor.server.add({})
    await editor.drafts.look()
    editor.show(editor.drafts.takeOffered()?.content ?? '')
    expect([editor.device.texts(), editor.server.texts()]).toEqual([[old.content], [old.content]])

    await pass(30_000)
    const ids = async (drafts: Promise<readonly Draft[]>) => (await drafts).map(({ id }) => id)
    expect(await ids(editor.device.journal.all())).toEqual(['editor-1'])
    expect(await ids(editor.server.server.at())).toEqual(['editor-1'])
  })

  it('does not replace what was typed before it was offered', async () => {
    const editor = openEditor()
    editor.device.add({})
    await editor.drafts.look()
    editor.type(' and more')
    editor.show(editor.drafts.takeOffered()?.content ?? '')
    await pass(1_000)
    expect(editor.device.texts().sort()).toEqual([`${stored.content} and more`, old.content])
  })

  it('is sent again when what was typed before it was offered did not reach the server', async () => {
    const editor = openEditor()
    editor.device.add({ content: 'typed the day before, and long enough' })
    await editor.drafts.look()
    editor.type(' Typed before the answer.')
    editor.server.breakDown()
    editor.drafts.takeOffered()
    editor.show('typed the day before, and long enough')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(editor.server.texts()).toEqual([])

    editor.server.mend()
    await vi.advanceTimersByTimeAsync(30_000)

    expect(editor.server.texts()).toContain('The text on the server Typed before the answer.')
  })

  it('[DRAFT-05] goes everywhere when it is discarded, but not what its editor typed since', async () => {
    const editor = openEditor()
    editor.device.add({ keptAt: 5 })
    editor.server.add({ keptAt: 5 })
    await editor.drafts.look()
    editor.device.add({ keptAt: 6, content: 'typed on in another tab' })
    await editor.drafts.discardOffered()
    expect([editor.device.texts(), editor.server.texts()]).toEqual([['typed on in another tab'], []])
  })
})
