import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A connection to a server that a test can cut and restore, as if the server were stopped and started. */
export interface CuttableLine extends AsyncDisposable {
  /** The address of the server through this connection. */
  readonly url: string
  /** Breaks all connections, and refuses new ones. */
  cut(): Promise<void>
  mend(): Promise<void>
  /** From now on nothing that is sent arrives, and no connection breaks: as if the server hung. */
  hush(): void
  /** The same, once these words are sent: they arrive nowhere. */
  hushAt(words: string): void
  /** What was held back arrives. */
  speak(): void
  /**
   * Cuts it once these words were sent one after another: before the last ones arrive, or after, so that nobody hears
   * the answer to them.
   */
  cutAt(words: readonly string[], when: 'before' | 'after'): void
  /**
   * The same, at what is sent as the nth, whoever sends it and whatever it says, counted from 1 once something was sent
   * that holds `from`.
   */
  cutAtSent(nth: number, when: 'before' | 'after', from?: string): void
  /** Whether it is cut. */
  readonly isCut: boolean
}

export async function cuttableLine(url: string, fallbackPort: number): Promise<CuttableLine> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let server: Server | null = null
  let isMoment: (sent: Buffer) => boolean = () => false
  let moment: 'before' | 'after' = 'before'
  let isEnding = false
  let isHushed = false
  let hushing: string | null = null
  const held: (() => void)[] = []
  const mend = async (at = 0): Promise<number> => {
    const listening = createServer((near) => {
      const far = connect(Number(port || fallbackPort), hostname)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one)
        one.on('data', (sent: Buffer) => {
          if (one === near && hushing !== null && sent.includes(hushing)) isHushed = true
          const isLast = one === near && isMoment(sent)
          const isAnswer = one === far && isEnding
          if (isLast && moment === 'after') isEnding = true
          if (isAnswer || (isLast && moment === 'before')) {
            isEnding = false
            void cut()
          } else if (isHushed) held.push(() => other.write(sent))
          else other.write(sent)
        })
        one.once('end', () => other.end())
        one.on('error', () => undefined)
        one.once('close', () => {
          sockets.delete(one)
          other.destroy()
        })
      }
    })
    await new Promise<void>((resolve) => listening.listen(at, '127.0.0.1', resolve))
    server = listening
    return (listening.address() as AddressInfo).port
  }
  const cut = async (): Promise<void> => {
    const closed = new Promise((resolve) => server?.close(resolve) ?? resolve(undefined))
    server = null
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const own = new URL(url)
  const ownPort = await mend()
  own.host = `127.0.0.1:${ownPort}`
  return {
    url: own.href,
    cut,
    async mend() {
      await mend(ownPort)
    },
    hush() {
      isHushed = true
    },
    hushAt(words) {
      hushing = words
    },
    speak() {
      isHushed = false
      hushing = null
      for (const send of held.splice(0)) send()
    },
    cutAt(words, when) {
      const awaited = [...words]
      isMoment = (sent) => {
        if (awaited.length === 0 || !sent.includes(awaited[0] ?? '')) return false
        awaited.shift()
        return awaited.length === 0
      }
      moment = when
    },
    cutAtSent(nth, when, from = '') {
      let left = nth
      let counts = false
      isMoment = (sent) => {
        counts ||= sent.includes(from)
        if (counts) left -= 1
        return left === 0
      }
      moment = when
    },
    get isCut() {
      return server === null
    },
    async [Symbol.asyncDispose]() {
      if (server) await cut()
    },
  }
}
