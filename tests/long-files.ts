/**
 * What works for long: servers that are killed and started anew, backups, moves from ShowDoc. Begun first, so that at the
 * end no worker is left alone with one of them. Those that mostly wait, for a backup that lets all others go first or for
 * a server that starts anew, take turns with those that calculate: otherwise the processors would first have nothing to
 * do, and then too much.
 */
const LONG = [
  'tests/rest/backups-in-console.',
  'tests/kill/kill.',
  'tests/rest/backups-in-bucket-console.',
  'tests/simulation/',
  'tests/rest/backup.',
  'tests/operating/',
  'tests/kill/key-change.',
  'tests/kill/',
  'tests/rest/refused-start.',
  'tests/rest/switch-two-showdocs.',
  'tests/rest/showdoc-moves.',
  'tests/rest/process.',
  'tests/rest/beside-pgbouncer.',
  'tests/rest/doctor.',
  'tests/rest/backup-in-bucket.',
  'tests/rest/plugin-upload.',
  'tests/rest/full-disk.',
  'tests/servers/',
  'tests/rest/streams.',
  'tests/clients/showdoc.',
  'tests/rest/move.',
  'tests/rest/showdoc-moves-beside-people.',
  'tests/rest/restore-point.',
  'tests/rest/start-warnings.',
  'tests/rest/switch',
]
/** Longer than others as well, but about what every change may break. */
const EARLY = [
  'tests/access/access-matrix.',
  'tests/access/ended-rights.',
  'tests/flows/hostile-imports.',
  'tests/access/',
  'tests/contracts/database/',
  'adapters/page-kinds/threaded-kinds.',
  'tests/flows/page-kinds.',
  'tests/rest/',
]

const placeIn = (list: readonly string[], file: string): number => {
  const at = list.findIndex((part) => file.includes(`/${part}`))
  return at < 0 ? list.length : at
}

/** The smaller, the earlier a file begins. @param file the whole path */
export function turnOf(file: string): number {
  const turn = placeIn(LONG, file)
  return turn < LONG.length ? turn : LONG.length + placeIn(EARLY, file)
}

/** Patterns of the long files. */
export const LONG_FILES = LONG.map((part) => (part.endsWith('/') ? `${part}**/*.test.ts` : `${part}*test.ts`))
