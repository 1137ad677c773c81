import { parseArgs } from 'node:util'

export interface SwitchCommand {
  readonly folder: string
  /** Whether nothing is to be written. */
  readonly isDryRun: boolean
  /** Whether it may come beside what is here already. */
  readonly isInto: boolean
  /** The one item that is wanted, by its number in ShowDoc; null for all. */
  readonly only: number | null
}

/** A receipt is to be held against its signature. */
export interface VerifyCommand {
  readonly receipt: string
}

/** @throws Error about what is not understood, so that nothing is carried by mistake */
export function switchCommandOf(args: readonly string[]): SwitchCommand | VerifyCommand {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      'dry-run': { type: 'boolean', default: false },
      into: { type: 'boolean', default: false },
      only: { type: 'string' },
      verify: { type: 'string' },
    },
    allowPositionals: true,
  })
  if (values.verify !== undefined && args.length <= 2) return { receipt: values.verify }
  if (values.verify !== undefined) throw new Error('--verify takes the file of a receipt, and nothing else.')
  const [folder, ...others] = positionals
  if (folder === undefined || folder === '') throw new Error('The folder of a ShowDoc is missing.')
  if (others.length > 0) throw new Error(`One folder is carried; ${others.join(' ')} is too much.`)
  return { folder, isDryRun: values['dry-run'], isInto: values.into, only: onlyOf(values.only) }
}

function onlyOf(typed: string | undefined): number | null {
  if (typed === undefined) return null
  if (!/^[1-9]\d{0,9}$/.test(typed)) throw new Error(`--only takes the number of an item; ${typed} is none.`)
  return Number(typed)
}
