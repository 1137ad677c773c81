import { apiOf } from '#web/extensions/plugin-api.ts'
import type { noticesOperations } from '../operations.ts'

const api = apiOf<typeof noticesOperations>()
export const messageApi = api.message
export const noticeApi = api.notice
export const subscriptionApi = api.subscription
export const useNoticesUtils = () => api.useUtils()

type Answer<T> = NonNullable<T>
export type Unread = Answer<ReturnType<typeof messageApi.unread.useQuery>['data']>
export type ShownReminder = Answer<ReturnType<typeof messageApi.listReminders.useQuery>['data']>['list'][number]
export type ShownNotice = Answer<ReturnType<typeof noticeApi.list.useQuery>['data']>[number]
