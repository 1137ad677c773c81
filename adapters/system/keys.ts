import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Keys } from '#core/ports/surroundings.ts'

export class SystemKeys implements Keys {
  random(bytes: number): string {
    return randomBytes(bytes).toString('base64url')
  }
  uuid(): string {
    return randomUUID()
  }
  digest(token: string): string {
    return sha256(token).toString('base64url')
  }
  async sumOf(content: AsyncIterable<Uint8Array>): Promise<string> {
    const hash = createHash('sha256')
    for await (const chunk of content) hash.update(chunk)
    return hash.digest('base64url')
  }
  equal(a: string, b: string): boolean {
    // Digests always have the same length, which timingSafeEqual requires.
    return timingSafeEqual(sha256(a), sha256(b))
  }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
