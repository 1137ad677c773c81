import { apiOf, type AnswerOf } from '#web/extensions/plugin-api.ts'
import type { oauthOperations } from '../operations.ts'

const api = apiOf<typeof oauthOperations>()

export type OauthConfig = AnswerOf<(typeof oauthOperations)['oauthLogin']['loadConfig']>
export const oauthApi = api.oauthLogin
