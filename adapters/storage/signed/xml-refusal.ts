import type { Refusal } from './signed-storage.ts'

const partOf = (words: string, name: string): string =>
  new RegExp(`<${name}>([^<]{1,500})</${name}>`).exec(words)?.[1] ?? ''

/** A refusal in the words of S3, which others have taken over. */
export function xmlRefusal(words: string): Refusal {
  const code = partOf(words, 'Code')
  return { code, message: partOf(words, 'Message'), isMissing: code === 'NoSuchKey' }
}
