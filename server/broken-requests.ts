import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

/** Time limits for receiving a request; as in `limits`. */
export interface ReceivingLimits {
  readonly requestMs: number
  readonly uploadStallMs: number
  readonly uploadStallBytes: number
}

/** Input that is not valid HTTP, or has endless headers, is answered in the envelope as well (threats J2). */
export function refuseBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return refuseLate(socket)
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
  if (error.code === 'ECONNRESET') socket.destroy()
  else refuse(socket, status, 'This request cannot be read.')
}

/**
 * Closes the connection of senders that keep the server waiting (R17): a body must arrive within the request time
 * limit, an upload must make progress. Node's own limit ignores progress.
 */
export function limitReceiving(app: FastifyInstance, given: ReceivingLimits): void {
  app.addHook('onRequest', async ({ raw, headers, routeOptions }, reply) => {
    if (!hasBody(raw) || !(raw.socket instanceof Socket)) return
    const isUpload = routeOptions.config.takesStreams ?? headers['content-type']?.startsWith('multipart/') ?? false
    const late = () => (reply.raw.headersSent ? raw.socket.destroy() : refuseLate(raw.socket))
    const stop = isUpload ? watchProgress(raw, given, late) : watchTime(raw, given, late)
    raw.once('close', stop)
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Bodies at these addresses may take longer as long as they make progress. */
    takesStreams?: true
  }
}

type Stop = () => void

function watchTime(raw: IncomingMessage, { requestMs }: ReceivingLimits, late: () => void): Stop {
  const timer = setTimeout(() => {
    if (!raw.complete) late()
  }, requestMs)
  return () => clearTimeout(timer)
}

const LOOKS = 4
function watchProgress(
  raw: IncomingMessage,
  { uploadStallMs, uploadStallBytes }: ReceivingLimits,
  late: () => void,
): Stop {
  let bytes = raw.socket.bytesRead
  let looksWithout = 0
  const timer = setInterval(() => {
    if (raw.complete) return
    looksWithout += 1
    if (raw.socket.bytesRead - bytes >= uploadStallBytes) {
      bytes = raw.socket.bytesRead
      looksWithout = 0
    } else if (looksWithout >= LOOKS) late()
  }, uploadStallMs / LOOKS)
  return () => clearInterval(timer)
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

const refuseLate = (socket: Socket): void =>
  refuse(socket, '408 Request Timeout', 'The request did not arrive in time.')

function refuse(socket: Socket, status: string, message: string): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify({ error_code: 10101, error_message: message, data: {} })
  const head = ['content-type: application/json; charset=utf-8', `content-length: ${Buffer.byteLength(body)}`]
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\nconnection: close\r\n\r\n${body}`)
  // Long enough to read the answer; half-closing would leave a sender that never closes the connection.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}
const LINGER_MS = 2_000
