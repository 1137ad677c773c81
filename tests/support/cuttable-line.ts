import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** A connection to a server that a test can cut and restore, as if the server were stopped and started. */
export interface CuttableLine extends AsyncDisposable {
  /** The address of the server through this connection. */
  readonly url: string
  /** Breaks all connections, and refuses new ones. */
  cut(): Promise<void>
  mend(): Promise<void>
}

export async function cuttableLine(url: string, fallbackPort: number): Promise<CuttableLine> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let server: Server | null = null
  const mend = async (at = 0): Promise<number> => {
    const listening = createServer((near) => {
      const far = connect(Number(port || fallbackPort), hostname)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one)
        one.pipe(other)
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
    async [Symbol.asyncDispose]() {
      if (server) await cut()
    },
  }
}
