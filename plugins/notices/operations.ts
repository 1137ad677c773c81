import { inboxOperations } from './inbox-operations.ts'
import { messageOperations } from './message-operations.ts'
import { noticeOperations } from './notice-operations.ts'
import { subscriptionOperations } from './subscription-operations.ts'

export const noticesOperations = {
  subscription: subscriptionOperations,
  message: { ...messageOperations, ...inboxOperations },
  notice: noticeOperations,
}
