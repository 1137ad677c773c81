import { atSite } from '#web/site-path.ts'
import { answerIn } from '../answer-in.ts'
import type { FrameAnswer, FrameCall } from '../frame-script.ts'

/** Longer than the frame's own timeout. */
const MOST_MS = 40_000

/** Makes a call in a separate frame, which has no origin and is removed afterwards. */
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
  // The frame has no origin that could be named here; it gets one end of a channel that nobody else has.
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
