import { apiOf } from '#web/extensions/plugin-api.ts'
import type { itemKeyOperations } from '../operations.ts'

export const itemKeyApi = apiOf<typeof itemKeyOperations>().itemKey
export type ShownKey = NonNullable<ReturnType<typeof itemKeyApi.get.useMutation>['data']>
export type GivenAdvice = NonNullable<ReturnType<typeof itemKeyApi.advice.useQuery>['data']>
