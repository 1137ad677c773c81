import type { Services } from '../context.ts'
import { withinTime } from '../within-time.ts'
import { STORAGE_PROBLEMS, type FileStorage, type IncomingFile } from '../ports/files.ts'

/** The steps of testing a storage with a file. */
export const TRIAL_STEPS = ['put', 'read', 'compare', 'delete'] as const
/** `different`: the bytes read differ from those written. */
export const TRIAL_PROBLEMS = [...STORAGE_PROBLEMS, 'different'] as const

export interface TriedStep {
  readonly step: (typeof TRIAL_STEPS)[number]
  /** Null on success. */
  readonly problem: (typeof TRIAL_PROBLEMS)[number] | null
}

const BYTES = 3_000
const READ_MS = 5_000

/** @returns the steps in order; the last one has a problem unless all succeeded */
export async function triedStorage(
  storage: FileStorage,
  { files, keys }: Pick<Services, 'files' | 'keys'>,
): Promise<readonly TriedStep[]> {
  const key = `00/octavo-trial-${keys.uuid()}`
  const content = keys.random(BYTES)
  const well: TriedStep['step'][] = []
  try {
    await storage.put(key, fileOf(content), 'text/plain')
    well.push('put')
    const chunks = await storage.read(key)
    const read = await withinTime('to read a file that is tried', READ_MS, () => textOf(chunks))
    well.push('read')
    if (read !== content) throw new OtherBytes()
    well.push('compare')
    await storage.delete(key)
    return TRIAL_STEPS.map((step) => ({ step, problem: null }))
  } catch (failure) {
    // The test file is deleted in any case: it may exist although the put failed.
    if (!well.includes('compare')) await storage.delete(key).catch(() => undefined)
    const problem: TriedStep['problem'] = failure instanceof OtherBytes ? 'different' : files.problemOf(failure)
    const failed = TRIAL_STEPS.slice(well.length, well.length + 1).map((step) => ({ step, problem }))
    return [...well.map((step) => ({ step, problem: null })), ...failed]
  }
}

class OtherBytes extends Error {}

function fileOf(content: string): IncomingFile {
  const bytes = new TextEncoder().encode(content)
  return {
    name: 'trial.txt',
    bytes: bytes.length,
    slice: async (offset, length) => bytes.subarray(offset, offset + length),
    async *read() {
      yield bytes
    },
  }
}

/** Null when there is nothing, or more than was written. */
async function textOf(chunks: AsyncIterable<Uint8Array> | null): Promise<string | null> {
  if (chunks === null) return null
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > BYTES * 2) return null
  }
  return text + decoder.decode()
}
