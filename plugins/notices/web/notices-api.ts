import { apiOf, type AnswerOf } from '#web/extensions/plugin-api.ts'
import type { noticesOperations } from '../operations.ts'

const api = apiOf<typeof noticesOperations>()
export const messageApi = api.message
export const noticeApi = api.notice
export const subscriptionApi = api.subscription
export const useNoticesUtils = () => api.useUtils()

type Operations = typeof noticesOperations
export type Unread = AnswerOf<Operations['message']['unread']>
export type WrittenAnnouncement = AnswerOf<Operations['message']['listWritten']>['list'][number]
export type ShownReminder = AnswerOf<Operations['message']['listReminders']>['list'][number]
export type ShownNotice = AnswerOf<Operations['notice']['list']>[number]
