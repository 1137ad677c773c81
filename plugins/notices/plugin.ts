import { z } from 'zod'
import {
  announcementCarriers,
  contribute,
  definePlugin,
  reminderCarriers,
  subscriptionCarriers,
  troubleTellers,
  unreadCounters,
  type HandlerContext,
  type SiteTrouble,
} from '#core/plugin.ts'
import { carryAnnouncement, carryReminders, carrySubscription } from './carry.ts'
import { NoticedFact, noticesIn, unreadNoticesIn } from './notice.ts'
import { noticesOperations } from './operations.ts'
import { remind, SavedPage } from './remind.ts'
import { MOST_KEPT, READ_KEPT_MS, remindersIn, seriesIn, turnsIn, unreadRemindersIn } from './reminder.ts'

const Several = z.object({ kind: z.literal('several'), facts: z.array(NoticedFact) })
const Note = z.discriminatedUnion('kind', [SavedPage, Several, ...NoticedFact.options])

/** Nobody is notified of their own actions. */
const toldOf = (fact: NoticedFact): NoticedFact | null => (fact.toId === fact.fromId ? null : fact)

export default definePlugin({
  id: 'notices',
  apiVersion: 2,
  summary: 'Reminds people of pages they follow, and tells them what concerns them.',
  operations: noticesOperations,
  outbox: {
    notes: {
      'page.notified': ({ page, isNew, remark, at, actorId: fromId }) => ({
        ...{ kind: 'savedPage', pageId: page.id, revision: page.revision, fromId, remark, at },
        action: isNew ? 'create' : 'update',
      }),
      'member.added': ({ membership: { itemId, userId: toId, role, catalogId }, actorId: fromId }) =>
        toldOf({ kind: 'addedToItem', toId, fromId, itemId, role, isLimited: catalogId !== null }),
      'page.commented': ({ page, commentId, namedIds, partnerIds, isAnswer, actorId: fromId }) => {
        const about = { kind: 'commented', fromId, pageId: page.id, commentId } as const
        const facts = [
          ...namedIds.map((toId) => ({ ...about, toId, how: 'named' as const })),
          ...partnerIds.map((toId) => ({ ...about, toId, how: isAnswer ? ('answer' as const) : ('page' as const) })),
        ]
        return facts.length === 0 ? null : { kind: 'several', facts: facts.flatMap((fact) => toldOf(fact) ?? []) }
      },
      'item.transferred': ({ item: { id: itemId, ownerId: toId }, actorId: fromId }) =>
        toldOf({ kind: 'itemTransferred', toId, fromId, itemId }),
      'teamMember.added': ({ team: { id: teamId }, members, actorId: fromId }) => ({
        kind: 'several',
        facts: members.flatMap(
          ({ userId: toId, role }) => toldOf({ kind: 'addedToTeam', toId, fromId, teamId, role }) ?? [],
        ),
      }),
      'team.transferred': ({ team: { id: teamId, ownerId: toId }, actorId: fromId }) =>
        toldOf({ kind: 'teamTransferred', toId, fromId, teamId }),
    },
    async deliver(ctx, note) {
      const told = Note.parse(note)
      if (told.kind === 'savedPage') await remind(ctx, told)
      else for (const fact of told.kind === 'several' ? told.facts : [told]) await tell(ctx, fact)
    },
  },
  jobs: { 'notices.prune': { schedule: '40 3 * * *', run: prune } },
  contributes: [
    contribute(unreadCounters, (ctx, userId) => unreadNoticesIn(ctx).count({ userId })),
    contribute(troubleTellers, tellAdministrators),
    contribute(subscriptionCarriers, carrySubscription),
    contribute(reminderCarriers, carryReminders),
    contribute(announcementCarriers, carryAnnouncement),
  ],
  messages: {
    en: { name: 'Notices' },
    'zh-cn': {
      name: '通知',
      summary: '提醒关注的页面有更新，并告知与本人有关的事项。',
      calls: {
        'subscription.list':
          '关注页面的人，先关注的在前；仅限可以编辑该页面的人；尚未创建的页面（page_id 为 0）无人关注。',
        'subscription.add': '把项目的参与者或自己加入页面的关注名单。',
        'subscription.remove': '把这些人从页面的关注名单中移除。',
        'subscription.mine': '调用者是否关注该页面。',
        'subscription.follow': '关注可以阅读的页面：有人保存并通知时收到提醒。',
        'subscription.unfollow': '不再关注该页面。',
        'message.listReminders': '调用者收到的提醒，最新的在前：所关注页面的更新。',
        'message.unread': '调用者最新的未读提醒和未读公告；没有时为空。',
        'message.setRead': '把提醒或公告设为已读；带上 shown_at（毫秒）时，之后又有更新的提醒仍为未读。',
        'message.listAnnouncements': '站点管理员发布的公告，最新的在前。',
        'message.announce': '向所有用户发布公告，可以指定显示时间和读者语言；仅限站点管理员。',
        'message.listWritten': '所有公告及其显示时间、读者和已读人数，最新的在前；仅限站点管理员。',
        'message.withdraw': '撤回公告；仅限站点管理员。',
        'message.counts': '调用者有多少未读：通知、可以阅读的页面的提醒、公告。',
        'message.setAllRead': '把调用者的通知、提醒和公告全部设为已读。',
        'message.items': '调用者的通知或提醒所涉及、仍可以阅读的项目及其名称。',
        'notice.list': '调用者的通知，最新的在前：与其有关的事情。',
        'notice.setRead': '把通知设为已读。',
        'notice.delete': '删除自己的通知。',
      },
    },
  },
})

/** Deletes notices read long ago, and those beyond the limit per person. */
async function prune(ctx: HandlerContext): Promise<void> {
  const limit = new Date(ctx.services.clock.now().getTime() - READ_KEPT_MS)
  await remindersIn(ctx).deleteBefore(limit, { isRead: true })
  const reminders = await remindersIn(ctx).keepNewest(MOST_KEPT)
  await unreadRemindersIn(ctx).deleteKeys(reminders.flatMap(({ key }) => key ?? []))
  await noticesIn(ctx).deleteBefore(limit, { isRead: true })
  const notices = await noticesIn(ctx).keepNewest(MOST_KEPT)
  await unreadNoticesIn(ctx).deleteKeys(notices.map(({ id }) => `${id}`))
  // No save can arrive late enough to belong to one of these.
  await seriesIn(ctx).deleteBefore(limit)
  await turnsIn(ctx).deleteBefore(limit)
}

async function tellAdministrators(ctx: HandlerContext, trouble: SiteTrouble): Promise<void> {
  for (const { id: toId } of await ctx.store.users.admins()) await tell(ctx, { ...trouble, toId, fromId: 0 })
}

async function tell(ctx: HandlerContext, fact: NoticedFact): Promise<void> {
  const { toId: userId } = fact
  // A deleted account needs no notice.
  if ((await ctx.store.users.byId(userId)) === null) return
  const belonging = { userId, at: ctx.services.clock.now() }
  const { id: noticeId } = await noticesIn(ctx).put({ ...belonging, data: { ...fact, isRead: false } })
  await unreadNoticesIn(ctx).put({ ...belonging, key: `${noticeId}`, data: {} })
}
