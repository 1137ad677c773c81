import type { Refusal } from './signed-storage.ts'

const partOf = (words: string, name: string): string =>
  new RegExp(`<${name}>([^<]{1,500})</${name}>`).exec(words)?.[1] ?? ''

/** An error in the format of S3, which other providers use as well. */
export function xmlRefusal(words: string): Refusal {
  const code = partOf(words, 'Code')
  return { code, message: partOf(words, 'Message'), isMissing: code === 'NoSuchKey' }
}
