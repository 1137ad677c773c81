import { apiOf, type AnswerOf } from '#web/extensions/plugin-api.ts'
import type { mockOperations } from '../operations.ts'

const api = apiOf<typeof mockOperations>()
export const mockApi = api.mock
export const useMockUtils = () => api.useUtils().mock

export type KeptMock = AnswerOf<(typeof mockOperations)['mock']['infoByPageId']>
