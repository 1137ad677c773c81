import { atSite } from '#web/site-path.ts'
import type { GivenSheet } from './edited-workbook.ts'
import { frameMessage, type FrameMessage } from './frame-messages.ts'

/** Input for opening a frame. */
export interface FrameOrder {
  readonly sheets: readonly GivenSheet[]
  readonly language: string
  readonly isReadOnly: boolean
}
export interface FrameHooks {
  onMessage(message: FrameMessage): void
  /** The frame's files cannot be loaded. */
  onFailed(error: unknown): void
}
export interface FrameLink {
  /** Makes the frame report the cell that is being typed. */
  settle(): Promise<void>
  focus(): void
  close(): void
}

/** How long the frame may take to report a cell that is being typed. */
const PATIENCE_MS = 8_000

/**
 * Opens the frame in which luckysheet runs. Its origin is opaque, and its policy does not let it load or send anything:
 * its code and content are passed in, and its messages are only accepted from this window, and validated.
 */
export function linkFrame(
  element: HTMLIFrameElement,
  order: FrameOrder,
  { onMessage, onFailed }: FrameHooks,
): FrameLink {
  const channel = new MessageChannel()
  const awaited = new Map<number, () => void>()
  const meet = (event: MessageEvent<{ readonly kind?: unknown } | null>) => {
    const there = element.contentWindow
    if (!there || event.source !== there) return
    // Its origin is opaque, so no other target can be given.
    if (event.data?.kind === 'waiting')
      void parts().then((code) => there.postMessage({ kind: 'code', ...code }, '*'), onFailed)
    else if (event.data?.kind === 'loaded') there.postMessage({ kind: 'open', ...order }, '*', [channel.port2])
    else if (event.data?.kind === 'failed') onFailed(new Error('the frame could not run its code'))
  }
  let isShown = false
  channel.port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = frameMessage(data)
    if (message?.kind === 'shown') isShown = true
    if (message?.kind === 'settled') awaited.get(message.id)?.()
    else if (message) onMessage(message)
  })
  channel.port1.start()
  window.addEventListener('message', meet)
  element.src = atSite('/spreadsheet-frame/frame.html')
  let asked = 0
  return {
    settle: () =>
      new Promise((resolve) => {
        // Nobody has typed into a frame that is not there yet, and it would not answer.
        if (!isShown) return resolve()
        asked += 1
        const id = asked
        const done = () => {
          clearTimeout(timer)
          awaited.delete(id)
          resolve()
        }
        const timer = setTimeout(done, PATIENCE_MS)
        awaited.set(id, done)
        channel.port1.postMessage({ kind: 'settle', id })
      }),
    focus: () => element.focus(),
    close() {
      window.removeEventListener('message', meet)
      channel.port1.close()
      for (const done of awaited.values()) done()
    },
  }
}

interface FrameParts {
  readonly code: string
  readonly style: string
}

/** Once for all frames of this document; the browser caches it, too. */
let loading: Promise<FrameParts> | null = null

function parts(): Promise<FrameParts> {
  loading ??= Promise.all(['code.js', 'style.css'].map(part)).then(([code = '', style = '']) => ({ code, style }))
  loading.catch(() => (loading = null))
  return loading
}

async function part(name: string): Promise<string> {
  const response = await fetch(atSite(`/spreadsheet-frame/${name}`))
  if (!response.ok) throw new Error(`${name} could not be loaded: ${response.status}`)
  return response.text()
}
