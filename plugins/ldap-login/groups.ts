import { z } from 'zod'
import { id, line, settingsSection } from '#core/plugin.ts'
import { GROUP_DN, isFilterText } from './group-text.ts'
import { isFilter } from './settings.ts'

/** The DN of a group, or a filter that its members match. */
export const groupText = () =>
  line(1_000)
    .min(1)
    .refine((group) => (isFilterText(group) ? isFilter(group) : GROUP_DN.test(group)))

/** Members of the group become members of the team. */
export const Rule = z.object({ group: groupText(), teamId: id() })
export type Rule = z.output<typeof Rule>

/** Each needs a search at every login. */
export const MOST_RULES = 50

export const ldapGroups = settingsSection('plugin.ldap-login.groups', z.object({ rules: z.array(Rule).default([]) }))
