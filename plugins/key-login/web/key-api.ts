import { apiOf } from '#web/extensions/plugin-api.ts'
import type { keyOperations } from '../operations.ts'

const api = apiOf<typeof keyOperations>()
export const keyApi = api.keyLogin
