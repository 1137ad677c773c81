import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ErrorKind } from '#core/errors.ts'
import type { SaveRequest } from './save-request.ts'
import { isWithoutEffect, Saver } from './saver.ts'

const page = (content: string) => ({ title: 'Login', content, catalogId: 0 })

/** A server that remembers save ids, as ours does, and whose answers can get lost. */
function server() {
  const answered = new Map<string, { pageId: number; revision: number }>()
  const received: SaveRequest[] = []
  let revision = 0
  let isAnswerLost = false
  return {
    received,
    loseNextAnswer: () => (isAnswerLost = true),
    async send(request: SaveRequest) {
      received.push(request)
      const answer = answered.get(request.saveId) ?? { pageId: request.pageId || 7, revision: (revision += 1) }
      answered.set(request.saveId, answer)
      if (isAnswerLost) {
        isAnswerLost = false
        throw new Error('the connection broke')
      }
      return answer
    },
    pages: () => new Set(received.map(({ saveId }) => saveId)).size,
  }
}
afterEach(() => void vi.useRealTimers())

const saverOn = ({ send }: ReturnType<typeof server>) => new Saver({ pageId: 0, baseRevision: null }, send, () => false)

describe('saving', () => {
  it('goes on top of the save before', async () => {
    const target = server()
    const saver = saverOn(target)

    await saver.save(page('one'))
    await saver.save(page('two'))

    expect(target.received[1]).toMatchObject({ pageId: 7, baseRevision: 1 })
  })

  it('[EDIT-25] sends one call while another is under way', async () => {
    const target = server()
    const saver = saverOn(target)

    const [first, second] = await Promise.all([saver.save(page('one')), saver.save(page('one'))])

    expect([first?.revision, second]).toEqual([1, null])
    expect(target.received).toHaveLength(1)
  })

  it('repeats a try without answer under the same id', async () => {
    const target = server()
    const saver = saverOn(target)
    target.loseNextAnswer()

    await expect(saver.save(page('one'))).rejects.toThrow('the connection broke')
    const saved = await saver.save(page('one'))

    expect(saved).toEqual({ pageId: 7, revision: 1 })
    expect(target.pages()).toBe(1)
  })

  it('makes no second page when the text went on after a lost answer', async () => {
    const target = server()
    const saver = saverOn(target)
    target.loseNextAnswer()

    await saver.save(page('one')).catch(() => null)
    const saved = await saver.save(page('one and more'))

    expect(saved).toEqual({ pageId: 7, revision: 2 })
    expect(target.received.at(-1)).toMatchObject({ pageId: 7, baseRevision: 1 })
  })

  it('goes on when the try without answer is refused, which wrote nothing', async () => {
    const sent: SaveRequest[] = []
    const answers = [new Error('the connection broke'), new Error('refused'), { pageId: 7, revision: 5 }]
    const send = async (request: SaveRequest) => {
      sent.push(request)
      const answer = answers[sent.length - 1]
      if (answer instanceof Error || !answer) throw answer
      return answer
    }
    const isRefused = (error: unknown) => error instanceof Error && error.message === 'refused'
    const saver = new Saver({ pageId: 7, baseRevision: 1 }, send, isRefused)

    await expect(saver.save(page('mine'))).rejects.toThrow('the connection broke')
    saver.continueFrom(4)

    expect(await saver.save(page('joined'))).toEqual({ pageId: 7, revision: 5 })
    expect(sent.map(({ baseRevision }) => baseRevision)).toEqual([1, 1, 4])
  })

  it('is given up after 20 seconds without an answer, and the next try asks for it again', async () => {
    vi.useFakeTimers()
    const target = server()
    let isStuck = true
    const send = (request: SaveRequest) => {
      const answer = target.send(request)
      return isStuck ? new Promise<never>(() => {}) : answer
    }
    const saver = new Saver({ pageId: 0, baseRevision: null }, send, () => false)
    const failed = vi.fn()
    void saver.save(page('one')).catch(failed)

    await vi.advanceTimersByTimeAsync(19_999)
    expect([saver.isBusy, failed.mock.calls.length]).toEqual([true, 0])
    await vi.advanceTimersByTimeAsync(1)
    expect([saver.isBusy, failed.mock.calls.length]).toEqual([false, 1])

    isStuck = false
    expect(await saver.save(page('one'))).toEqual({ pageId: 7, revision: 1 })
    expect(target.pages()).toBe(1)
  })

  it('leaves a page where it is unless the person moves it, and moves it back after a try that moved it', async () => {
    const target = server()
    const saver = new Saver({ pageId: 7, baseRevision: 1 }, target.send, () => false)

    await saver.save(page('one'), { isMoved: false })
    target.loseNextAnswer()
    await saver.save({ ...page('two'), catalogId: 5 }, { isMoved: true }).catch(() => null)
    await saver.save(page('two'), { isMoved: false })

    expect(target.received.map(({ isMoved, page: { catalogId } }) => [isMoved, catalogId])).toEqual([
      [false, 0],
      [true, 5],
      [true, 5],
      [true, 0],
    ])
  })

  it('keeps the id of a save without answer when the next try is refused before anybody looks for the first', async () => {
    const sent: SaveRequest[] = []
    const outcomes = [null, 'otherPerson', 'loginRequired', 'done'] as const
    const send = async (request: SaveRequest) => {
      sent.push(request)
      const outcome = outcomes[sent.length - 1]
      if (outcome !== 'done') throw Object.assign(new Error('no'), { kind: outcome })
      return { pageId: 7, revision: 1 }
    }
    const saver = new Saver({ pageId: 0, baseRevision: null }, send, (error, isRetry) =>
      isWithoutEffect((error as { kind: ErrorKind | null }).kind, isRetry),
    )
    const tries = () => saver.save(page('one')).catch(() => null)

    expect([await tries(), await tries(), await tries(), await tries()]).toEqual([
      ...[null, null, null],
      { pageId: 7, revision: 1 },
    ])
    expect(new Set(sent.map(({ saveId }) => saveId)).size).toBe(1)
    expect(saver.isUncertain).toBe(false)
  })

  it('asks again under the same id after a refusal that does not say what came of it', () => {
    const openEnds = ['busy', 'databaseAway', 'internal', null] as const
    expect(openEnds.map((kind) => isWithoutEffect(kind))).toEqual([false, false, false, false])
    expect(['pageChanged', 'pageLocked', 'loginRequired'].map((kind) => isWithoutEffect(kind as ErrorKind))).toEqual([
      true,
      true,
      true,
    ])
  })
})
