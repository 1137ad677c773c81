import { BerReader } from 'ldapts'
import type { Socket } from 'node:net'

const BIND_REQUEST = 0x60
const VERSION_2 = 2

/** The library sends version 3 in every bind request, so the number is changed on the way out (RFC 1777). */
export function speakVersion2(socket: Socket): void {
  const write = socket.write.bind(socket) as (message: Buffer, done?: (error?: Error | null) => void) => boolean
  socket.write = ((message: Buffer, done?: (error?: Error | null) => void) =>
    write(inVersion2(message), done)) as Socket['write']
}

function inVersion2(message: Buffer): Buffer {
  const reader = new BerReader(message)
  reader.readSequence()
  reader.readInt()
  if (reader.peek() !== BIND_REQUEST) return message
  reader.readSequence()
  const changed = Buffer.from(message)
  // After the tag and the length of the number.
  changed[reader.offset + 2] = VERSION_2
  return changed
}
