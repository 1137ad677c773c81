import { parseArgs } from 'node:util'

export interface SwitchCommand {
  readonly folder: string
  /** Whether nothing is to be written. */
  readonly isDryRun: boolean
}

/** @throws Error about what is not understood, so that nothing is carried by mistake */
export function switchCommandOf(args: readonly string[]): SwitchCommand {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { 'dry-run': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [folder, ...others] = positionals
  if (folder === undefined || folder === '') throw new Error('The folder of a ShowDoc is missing.')
  if (others.length > 0) throw new Error(`One folder is carried; ${others.join(' ')} is too much.`)
  return { folder, isDryRun: values['dry-run'] }
}
