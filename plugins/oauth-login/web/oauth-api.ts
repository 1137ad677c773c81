import { apiOf, type AnswerOf } from '#web/extensions/plugin-api.ts'
import type { oauthOperations } from '../operations.ts'
import type { siteOperations } from '../site-operations.ts'

const api = apiOf<typeof oauthOperations & typeof siteOperations>()

export type OauthConfig = AnswerOf<(typeof oauthOperations)['oauthLogin']['loadConfig']>
export type OauthSite = AnswerOf<(typeof siteOperations)['oauthSites']['list']>['sites'][number]
export const oauthApi = api.oauthLogin
export const sitesApi = api.oauthSites
