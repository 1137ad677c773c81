import { AndFilter, EqualityFilter, FilterParser, OrFilter } from 'ldapts'
import { BINARY } from './directory.ts'
import { LASTING_IDS } from './person.ts'
import type { LdapSettings } from './settings.ts'

/** The people with these permanent ids; invalid ids match nobody. */
export const peopleFilter = (externalIds: readonly string[]): OrFilter =>
  new OrFilter({ filters: externalIds.flatMap(equalityOf) })

/** Those of them who may log in. */
export const welcomeFilter = (
  { searchFilter }: Pick<LdapSettings, 'searchFilter'>,
  externalIds: readonly string[],
): AndFilter => new AndFilter({ filters: [FilterParser.parseString(searchFilter), peopleFilter(externalIds)] })

function equalityOf(externalId: string): readonly EqualityFilter[] {
  const at = externalId.indexOf(':')
  const [attribute, value] = [externalId.slice(0, at), externalId.slice(at + 1)]
  if (!LASTING_IDS.includes(attribute)) return []
  return [new EqualityFilter({ attribute, value: BINARY.includes(attribute) ? Buffer.from(value, 'hex') : value })]
}
