// @vitest-environment jsdom
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { Refused, until, type Answers } from '#tests/support/mounted.tsx'
import { draftTexts, lose, NEW, NEWER, openPageWork as open, STORED } from '#tests/support/page-work.tsx'
import { clearDrafts } from '#web/editor/drafts.ts'

beforeEach(clearDrafts)

it('[R9] a save while the database is unreachable reports it, keeps the text, and is the same save at the next attempt', async () => {
  const asked: string[] = []
  const page = await open(STORED, {
    'page.save': ({ saveId }: { saveId: string }) => {
      if (asked.push(saveId) === 1) throw new Refused('databaseAway')
      return { pageId: 7, revision: 4 }
    },
  })

  await page.type('The text that was typed')
  await page.save()
  await until(() => page.work().state.kind === 'failed')
  expect(page.says()).toContain('refused: databaseAway')
  expect(await draftTexts(7)).toEqual(['The text that was typed'])
  await page.save()

  await until(() => page.work().state.kind === 'saved')
  expect(new Set(asked).size).toBe(1)
  expect(await draftTexts(7)).toEqual([])
})

describe('[R9] a save whose response was lost', () => {
  /** The server performs the first save and its response is lost; then somebody else saves. */
  function server() {
    const done: string[] = []
    return {
      'page.save': ({ saveId }: { saveId: string }) => {
        if (done.length === 0) {
          done.push(saveId)
          return lose()
        }
        if (saveId === done[0]) return { pageId: 7, revision: 4 }
        throw new Refused('pageChanged')
      },
      'page.info': () => ({ ...NEWER, pageContent: 'The text of somebody else' }),
    }
  }
  const lost = async (answers: ReturnType<typeof server>, typed: string) => {
    const page = await open(STORED, answers)
    await page.type(typed)
    await page.save()
    await until(() => page.work().state.kind === 'failed')
    return page
  }

  it('is recognised by the editor that restores the draft, also after somebody else has saved', async () => {
    const answers = server()
    await (await lost(answers, 'The text that was typed')).leave()
    const page = await open({ ...STORED, page: { ...STORED.page, content: 'The text of somebody else' }, revision: 5 }, answers) // prettier-ignore
    await until(() => page.work().kept.offered !== null)

    await act(async () => page.work().restoreDraft())
    await page.type('The text that was typed')
    await page.save()
    await until(() => page.work().newer !== null)
    expect(page.work().base()).toEqual({ page: { ...STORED.page, content: 'The text that was typed' }, revision: 4 })
    // The stored page already contains everything of this text.
    await page.type('The text of somebody else')
    await act(async () => page.work().takeMerged({ ...STORED.page, content: 'The text of somebody else' }))
    await until(() => page.work().state.kind === 'saved')

    expect(page.work().state).toMatchObject({ kind: 'saved', revision: 5 })
    expect(await draftTexts(7)).toEqual([])
  })

  it("is the base for merging the continued text, and not treated as somebody else's change", async () => {
    const page = await lost(server(), 'The text that was typed')

    await page.type('The text that was typed, and more')
    await page.save()
    await until(() => page.work().newer !== null)

    expect(page.work().base()).toEqual({ page: { ...STORED.page, content: 'The text that was typed' }, revision: 4 })
  })

  it('creates one new page, whoever restores its draft', async () => {
    const sent: { saveId: string; pageId: number }[] = []
    const answers: Answers = {
      'page.save': (input: { saveId: string; pageId: number }) => {
        sent.push(input)
        return sent.length === 1 ? lose() : { pageId: 9, revision: sent.length }
      },
    }
    const first = await open(NEW, answers)
    await first.type('The first text of a new page')
    await first.save()
    await until(() => first.work().state.kind === 'failed')
    await first.leave()
    const page = await open(NEW, answers)
    await until(() => page.work().kept.offered !== null)

    expect(page.onFocus).not.toHaveBeenCalled()
    await act(async () => page.work().restoreDraft())
    expect(page.onFocus).toHaveBeenCalledOnce()
    await page.type('The first text of a new page, and more')
    await page.save()
    await until(() => page.work().state.kind === 'saved')

    expect(sent.map(({ pageId }) => pageId)).toEqual([0, 0, 9])
    expect(sent[1]?.saveId).toBe(sent[0]?.saveId)
    expect(page.created).toEqual([9])
  })
})

it('counts a merged text equal to the stored one as saved, and leaves no draft', async () => {
  const refuse = () => {
    throw new Refused('pageChanged')
  }
  const page = await open(STORED, { 'page.save': refuse, 'page.info': () => NEWER })
  await page.type('The text that was typed')
  await page.save()
  await until(() => page.work().newer !== null)
  await act(async () => void window.dispatchEvent(new Event('pagehide')))
  expect(await draftTexts(7)).toEqual(['The text that was typed'])

  await page.type('The newer text')
  await act(async () => page.work().takeMerged({ title: 'Login', content: 'The newer text', catalogId: 0 }))
  await until(() => page.work().state.kind === 'saved')

  expect(page.work().state).toMatchObject({ kind: 'saved', revision: 5 })
  await expect.poll(() => draftTexts(7)).toEqual([])
})
