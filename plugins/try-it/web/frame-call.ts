import { atSite } from '#web/site-path.ts'
import { answerIn } from '../answer-in.ts'
import type { FrameAnswer, FrameCall } from '../frame-script.ts'

/** Longer than the frame itself waits. */
const MOST_MS = 40_000

/** Makes a call in a frame of its own, which has no origin and is gone afterwards. */
export function callInFrame(call: FrameCall, title: string, ended: AbortSignal): Promise<FrameAnswer> {
  const frame = document.createElement('iframe')
  const { port1: ours, port2: theirs } = new MessageChannel()
  const { promise, resolve } = Promise.withResolvers<FrameAnswer>()
  const end = (answer: FrameAnswer): void => {
    clearTimeout(timer)
    ours.close()
    frame.remove()
    resolve(answer)
  }
  const timer = setTimeout(end, MOST_MS, { failure: 'late' })
  ended.addEventListener('abort', () => end({ failure: 'silent' }), { once: true })
  ours.addEventListener('message', ({ data }) => end(answerIn(data)), { once: true })
  ours.start()
  // The frame has no origin by which it could be named; what it gets is the end of a line that nobody else has.
  frame.addEventListener('load', () => frame.contentWindow?.postMessage(null, '*', [theirs]), { once: true })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has none
  ours.postMessage(call)
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.hidden = true
  frame.title = title
  frame.src = atSite('/try-frame/call.html')
  document.body.append(frame)
  return promise
}
