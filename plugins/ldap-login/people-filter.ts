import { AndFilter, EqualityFilter, FilterParser, OrFilter } from 'ldapts'
import { BINARY } from './directory.ts'
import { LASTING_IDS } from './person.ts'
import type { LdapSettings } from './settings.ts'

/** Those of the people with these lasting ids who may log in; ids that no directory gives find nobody. */
export const peopleFilter = (
  { searchFilter }: Pick<LdapSettings, 'searchFilter'>,
  externalIds: readonly string[],
): AndFilter =>
  new AndFilter({
    filters: [FilterParser.parseString(searchFilter), new OrFilter({ filters: externalIds.flatMap(equalityOf) })],
  })

function equalityOf(externalId: string): readonly EqualityFilter[] {
  const at = externalId.indexOf(':')
  const [attribute, value] = [externalId.slice(0, at), externalId.slice(at + 1)]
  if (!LASTING_IDS.includes(attribute)) return []
  return [new EqualityFilter({ attribute, value: BINARY.includes(attribute) ? Buffer.from(value, 'hex') : value })]
}
