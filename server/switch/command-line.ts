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

/** @throws Error about what is not understood, so that nothing is carried by mistake */
export function switchCommandOf(args: readonly string[]): SwitchCommand {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      'dry-run': { type: 'boolean', default: false },
      into: { type: 'boolean', default: false },
      only: { type: 'string' },
    },
    allowPositionals: true,
  })
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
