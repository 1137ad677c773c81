/**
 * One result of the doctor. A `note` may be intended; only `wrong` results in an exit code of its own.
 */
export interface Finding {
  readonly level: 'ok' | 'note' | 'wrong'
  /** The setting, or the other subject. */
  readonly of: string
  /** The problem, and what to do; '' when all is well. */
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
