import { describe, expect, it } from 'vitest'
import { UploadError } from './send-form.ts'
import { UploadQueue, type Sender } from './upload-queue.ts'
import type { UploadedFile } from './upload.ts'

const fileOf = (name: string, bytes = 10): File => {
  const file = new File(['x'], name)
  Object.defineProperty(file, 'size', { value: bytes })
  return file
}
const PAGE = { target: 'attachment', itemId: 1, pageId: 7 } as const
const later = () => new Promise((resolve) => setImmediate(resolve))

/** A server whose responses are controlled by the test. */
function desk() {
  const sent: {
    name: string
    signal: AbortSignal
    onProgress(share: number): void
    answer(): void
    fail(error: Error): void
  }[] = []
  const send: Sender = (file, _destination, hooks) =>
    new Promise((resolve, reject) => {
      const uploaded: UploadedFile = { fileId: 7, name: file.name, url: `/attachment/${file.name}`, isOfPage: true }
      sent.push({ name: file.name, ...hooks, answer: () => resolve(uploaded), fail: reject })
      hooks.signal.addEventListener('abort', () => reject(new UploadError(null)))
    })
  const told: string[] = []
  const hooksFor = (name: string) => ({
    onDone: ({ url }: UploadedFile) => void told.push(`${name} is ${url}`),
    onGone: () => void told.push(`${name} is gone`),
  })
  const queue = new UploadQueue(send)
  return {
    queue,
    sent,
    told,
    add: (name: string, bytes?: number) => queue.add(fileOf(name, bytes), PAGE, hooksFor(name)),
    states: () => queue.uploads().map(({ name, state }) => `${name} ${state.kind}`),
  }
}

describe('uploads', () => {
  it('run three at a time, the next when one has finished', async () => {
    const { queue, sent, told, add, states } = desk()
    for (const name of ['a', 'b', 'c', 'd']) add(name)
    expect(states()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting'])

    sent[1]?.answer()
    await later()

    expect(states()).toEqual(['a sending', 'b done', 'c sending', 'd sending'])
    expect(told).toEqual(['b is /attachment/b'])
    expect(queue.uploads()).toBe(queue.uploads())
  })

  it('report their progress', () => {
    const { queue, sent, add } = desk()
    add('a')

    sent[0]?.onProgress(0.5)

    expect(queue.uploads()[0]?.state).toEqual({ kind: 'sending', share: 0.5 })
  })

  it('are not offered to be sent again as pictures when the server knows their format and refuses it', async () => {
    const { queue, sent, add } = desk()
    add('a')

    sent[0]?.fail(new UploadError('This is not an image', undefined, true))
    await later()

    expect(queue.uploads()[0]?.state).toEqual({ kind: 'refused', reason: 'wrongFormat' })
  })

  it("[ATT-28] show the server's message, and can be sent again", async () => {
    const { queue, sent, told, add } = desk()
    add('a')
    sent[0]?.fail(new UploadError('The disk is full'))
    await later()
    expect(queue.uploads()[0]?.state).toEqual({ kind: 'failed', message: 'The disk is full' })
    expect(told).toEqual([])

    queue.retry(queue.uploads()[0]?.id ?? 0)
    sent[1]?.answer()
    await later()

    expect(told).toEqual(['a is /attachment/a'])
  })

  it('are aborted when cancelled, and have no effect', async () => {
    const { queue, sent, told, add } = desk()
    add('a')

    queue.dismiss(queue.uploads()[0]?.id ?? 0)
    await later()

    expect([sent[0]?.signal.aborted, queue.uploads(), told]).toEqual([true, [], ['a is gone']])
  })

  it('[ATT-18] [EDIT-40] are not started with 4 MB', () => {
    const { sent, told, add, states } = desk()

    add('small', 4 * 1024 * 1024 - 1)
    add('large', 4 * 1024 * 1024)

    expect(sent.map(({ name }) => name)).toEqual(['small'])
    expect(states()).toEqual(['small sending', 'large refused'])
    expect(told).toEqual(['large is gone'])
  })
})
