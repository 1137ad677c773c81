import type { ByteRange } from '#core/ports/files.ts'
import { StorageFailure } from './storage-failure.ts'
import type { BodyRules } from './timed-body.ts'

/** The description of a response body in the headers; undefined if missing. */
export interface AnswerHead {
  readonly etag: string | undefined
  readonly encoding: string | undefined
  readonly range: string | undefined
  /** Length of the body in bytes. */
  readonly length: number | undefined
}

/**
 * The number of bytes that will follow; null if unknown. @throws StorageFailure if the response is not a blob, or not
 * the requested part of it
 */
export function lengthGiven(head: AnswerHead, range: ByteRange | undefined): number | null {
  if (!head.etag) throw new StorageFailure('it answers with something else than a file')
  if ((head.encoding ?? 'identity') !== 'identity') throw new StorageFailure('it changed the file on its way')
  if (range) {
    const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(head.range ?? '') ?? []
    if (Number(first) !== range.first || !(Number(last) <= range.last))
      throw new StorageFailure('it gives another part of the file')
    return Number(last) - range.first + 1
  }
  return head.length ?? null
}

/** Verifies that a body has the announced length. @param bytes null if unknown */
export function ofLength(bytes: number | null): Required<Pick<BodyRules, 'took' | 'ended'>> {
  let left = bytes
  return {
    took(chunk) {
      if (left !== null) left -= chunk.length
      if (left !== null && left < 0) throw new StorageFailure('it sends more than it said')
    },
    ended() {
      if (left !== null && left > 0) throw new StorageFailure('it sends less than it said')
    },
  }
}
