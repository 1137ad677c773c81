import { AndFilter, EqualityFilter, FilterParser } from 'ldapts'
import type { LdapSettings } from './settings.ts'

/**
 * The people of the directory, and among them who has this name. It is made of parts and never of text, so that no sign in
 * the name can become a part of it (threats L1).
 */
export const personFilter = (
  { searchFilter, userField }: Pick<LdapSettings, 'searchFilter' | 'userField'>,
  name: string,
): AndFilter =>
  new AndFilter({
    filters: [FilterParser.parseString(searchFilter), new EqualityFilter({ attribute: userField, value: name })],
  })
