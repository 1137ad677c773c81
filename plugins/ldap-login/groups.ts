import { z } from 'zod'
import { id, line, settingsSection } from '#core/plugin.ts'
import { isFilter } from './settings.ts'

/** A filter is written in brackets, the DN of a group is not. */
export const isFilterText = (group: string): boolean => group.startsWith('(')

/** The DN of a group, or a filter that its members match. */
export const groupText = () =>
  line(1_000)
    .min(1)
    .refine((group) => (isFilterText(group) ? isFilter(group) : DN.test(group)))
// Without an equals sign the client would take it for the name of a mechanism.
const DN = /^[^=,]+=[^,]/

/** Members of the group become members of the team. */
export const Rule = z.object({ group: groupText(), teamId: id() })
export type Rule = z.output<typeof Rule>

/** Each needs a search at every login. */
export const MOST_RULES = 50

export const ldapGroups = settingsSection('plugin.ldap-login.groups', z.object({ rules: z.array(Rule).default([]) }))
