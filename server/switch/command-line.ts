import { parseArgs } from 'node:util'
import { SHOWDOC_LINKS } from '#core/ports/showdoc-moves.ts'
import type { LinkChoice } from './rewritten-links.ts'

export interface SwitchCommand {
  readonly folder: string
  /** Whether nothing is written. */
  readonly isDryRun: boolean
  /** Whether it may be imported into a site that has content. */
  readonly isInto: boolean
  /** Whether it may be older than what came of it last. */
  readonly mayBeOlder: boolean
  /** The number in ShowDoc of the only item to import; null for all. */
  readonly only: number | null
  /** What to do with links inside pages; null to use the previous choice. */
  readonly links: LinkChoice | null
  /** The host in links and in addresses of files of the ShowDoc; null when not given. */
  readonly host: string | null
  /** Whether pages may show pictures of the object storages in which files stay. */
  readonly showsPictures: boolean
}

/** The command to verify a receipt by its signature. */
export interface VerifyCommand {
  readonly receipt: string
}

/** The command to write an item to a file that ShowDoc can import. */
export interface BackCommand {
  /** The number of the item here. */
  readonly back: number
  readonly file: string
}

/** The command that only tells what the others are. */
export interface HelpCommand {
  readonly isHelp: true
}

export const USAGE = `usage: npm run switch -- FOLDER [options]
       npm run switch -- --back ITEM FILE
       npm run switch -- --verify FILE

FOLDER is that of a ShowDoc, in which Sqlite and Public lie, or a dump of its database. It is only read.

  --dry-run             looks at it and tells what would be carried; nothing is written
  --only ITEM           carries one item, by its number in ShowDoc
  --into                carries it beside what this Octavo has already; with --dry-run, it also tells whose
                        accounts are here already
  --older               carries a copy that is older than the one that came last, and takes back what changed since
  --links keep|rewrite  whether links within pages stay as they are, or lead to the addresses of here
  --address URL         at which address the ShowDoc was reached
  --show-pictures       lets pages show pictures of an object storage in which files stay
  --back ITEM FILE      writes an item of this Octavo as a zip that a ShowDoc imports
  --verify FILE         tells whether a receipt is as this Octavo signed it
  -h, --help            prints this
`

/** @throws Error about arguments that are not understood, so that nothing is imported by mistake */
export function switchCommandOf(args: readonly string[]): SwitchCommand | VerifyCommand | BackCommand | HelpCommand {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: {
      'dry-run': { type: 'boolean', default: false },
      into: { type: 'boolean', default: false },
      older: { type: 'boolean', default: false },
      only: { type: 'string' },
      back: { type: 'string' },
      links: { type: 'string' },
      address: { type: 'string' },
      verify: { type: 'string' },
      'show-pictures': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
    allowPositionals: true,
  })
  if (values.help) return { isHelp: true }
  if (values.verify !== undefined && args.length <= 2) return { receipt: values.verify }
  if (values.verify !== undefined) throw new Error('--verify takes the file of a receipt, and nothing else.')
  if (values.back !== undefined) return backOf(args, { ...values, back: values.back, positionals })
  const [folder, ...others] = positionals
  if (folder === undefined || folder === '') throw new Error('The folder of a ShowDoc is missing.')
  if (others.length > 0) throw new Error(`One folder is carried; ${others.join(' ')} is too much.`)
  return {
    ...{ folder, isDryRun: values['dry-run'], isInto: values.into, mayBeOlder: values.older },
    only: values.only === undefined ? null : itemIn(values.only, '--only'),
    links: linksIn(values.links),
    host: hostIn(values.address),
    showsPictures: values['show-pictures'],
  }
}

function backOf(
  args: readonly string[],
  { back, positionals }: { readonly back: string; readonly positionals: readonly string[] },
): BackCommand {
  const [file = '', ...others] = positionals
  if (file === '') throw new Error('--back takes the number of an item and the file it is to become.')
  if (others.length > 0 || args.some((arg) => arg.startsWith('--') && !/^--back(=|$)/.test(arg)))
    throw new Error('--back takes the number of an item and a file, and nothing else.')
  return { back: itemIn(back, '--back'), file }
}

function itemIn(typed: string, option: string): number {
  if (!/^[1-9]\d{0,9}$/.test(typed)) throw new Error(`${option} takes the number of an item; ${typed} is none.`)
  return Number(typed)
}

function linksIn(typed: string | undefined): LinkChoice | null {
  const choice = SHOWDOC_LINKS.find((each) => each === typed)
  if (typed !== undefined && !choice)
    throw new Error(`--links takes ${SHOWDOC_LINKS.join(' or ')}; ${typed} is neither.`)
  return choice ?? null
}

function hostIn(typed: string | undefined): string | null {
  if (typed === undefined) return null
  if (!/^https?:/i.test(typed) || !URL.canParse(typed))
    throw new Error(`--address takes the address of the ShowDoc, as http://docs.example.com; ${typed} is none.`)
  return new URL(typed).host
}
