import { contribute, definePlugin, searchSources, threadCarriers, threadSources } from '#core/plugin.ts'
import { carryThread } from './carry.ts'
import { exportedThreads } from './exported.ts'
import { foundComments } from './found.ts'
import { commentsOperations } from './operations.ts'

export default definePlugin({
  id: 'comments',
  apiVersion: 2,
  summary: 'Comments on pages and passages of them, in threads that can be settled.',
  operations: commentsOperations,
  contributes: [
    contribute(threadCarriers, carryThread),
    contribute(threadSources, exportedThreads),
    contribute(searchSources, foundComments),
  ],
  messages: {
    en: { name: 'Comments' },
    'zh-cn': {
      name: '评论',
      summary: '对页面及其中的段落发表评论，按话题讨论，可标记为已解决。',
      calls: {
        'comment.list': '页面的评论，按话题排列，并说明所评论的文字是否还在；不对调用者开放时为空。',
        'comment.add': '评论页面或其中一段文字（quote 及其前后文字），或在话题中回复；用 @用户名 提到的人会收到通知。',
        'comment.update': '修改自己的评论；新提到的人会收到通知。',
        'comment.delete': '删除自己的评论，项目管理员可删除任何评论；已有回复的评论保留位置。',
        'comment.resolve': '把话题标记为已解决，或重新打开。',
        'comment.people': '在页面评论中可以提到的人：编辑者可见项目的参与者，其他人可见评论过的人。',
        'comment.allowance': '谁可以查看和发表项目的评论；仅限项目管理员。',
        'comment.allow': '设置谁可以查看和发表项目的评论：编辑者、成员，或所有登录的读者。',
      },
    },
  },
})
