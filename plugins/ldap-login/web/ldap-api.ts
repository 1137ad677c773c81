import { apiOf, type AnswerOf } from '#web/extensions/plugin-api.ts'
import type { ldapOperations } from '../operations.ts'

const api = apiOf<typeof ldapOperations>()

export type LdapConfig = AnswerOf<(typeof ldapOperations)['ldapLogin']['loadConfig']>
export type Tried = AnswerOf<(typeof ldapOperations)['ldapLogin']['tryConfig']>
export const ldapApi = api.ldapLogin
