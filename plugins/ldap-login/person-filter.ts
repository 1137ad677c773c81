import { AndFilter, EqualityFilter, FilterParser } from 'ldapts'
import type { LdapSettings } from './settings.ts'

/**
 * A filter for people of the directory with this name. Built from parts and never from text, so that the name cannot
 * inject filter syntax (threats L1).
 */
export const personFilter = (
  { searchFilter, userField }: Pick<LdapSettings, 'searchFilter' | 'userField'>,
  name: string,
): AndFilter =>
  new AndFilter({
    filters: [FilterParser.parseString(searchFilter), new EqualityFilter({ attribute: userField, value: name })],
  })
