import { apiOf } from '#web/extensions/plugin-api.ts'
import type { tryItOperations } from '../operations.ts'

const api = apiOf<typeof tryItOperations>()
export const tryApi = api.tryIt
export const useTryUtils = () => api.useUtils().tryIt
