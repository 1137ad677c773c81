/**
 * What the doctor says of one thing. A `note` is something to know that may be meant so; only what is `wrong` makes the
 * doctor end with a code of its own.
 */
export interface Finding {
  readonly level: 'ok' | 'note' | 'wrong'
  /** The setting, or what else it is of. */
  readonly of: string
  /** What it is, and what to do; '' for what is well. */
  readonly text: string
}

export const well = (of: string): Finding => ({ level: 'ok', of, text: '' })
export const note = (of: string, text: string): Finding => ({ level: 'note', of, text })
export const wrong = (of: string, text: string): Finding => ({ level: 'wrong', of, text })

/** As a line of the report. */
export function lineOf({ level, of, text }: Finding): string {
  const mark = { ok: 'ok', note: 'note', wrong: 'WRONG' }[level].padEnd(9)
  return text === '' ? `${mark}${of}` : `${mark}${of}: ${text}`
}
