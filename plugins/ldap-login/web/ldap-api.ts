import { apiOf, type AnswerOf } from '#web/extensions/plugin-api.ts'
import type { groupOperations } from '../group-operations.ts'
import type { ldapOperations } from '../operations.ts'

const api = apiOf<typeof ldapOperations & typeof groupOperations>()

export type LdapConfig = AnswerOf<(typeof ldapOperations)['ldapLogin']['loadConfig']>
export type Tried = AnswerOf<(typeof ldapOperations)['ldapLogin']['tryConfig']>
export type GroupRule = AnswerOf<(typeof groupOperations)['ldapGroups']['list']>['rules'][number]
export const ldapApi = api.ldapLogin
export const groupsApi = api.ldapGroups
export const useLdapUtils = () => api.useUtils()
