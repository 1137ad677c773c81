import { contribute } from '#core/extension.ts'
import { companions, defineWebPlugin, itemSettingTabs, pageActions } from '#web/extensions/points.ts'
import { lazyPart } from '#web/parts/part.tsx'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }
import { CommentsAction } from './web/comments-action.tsx'
import { CommentsBeside } from './web/comments-beside.tsx'

export default defineWebPlugin({
  id: 'comments',
  apiVersion: 2,
  messages: { en, 'zh-cn': zhCn },
  contributes: [
    contribute(companions, { Component: CommentsBeside }),
    contribute(pageActions, { Component: CommentsAction }),
    contribute(itemSettingTabs, {
      id: 'commenters',
      title: 'tab',
      order: 35,
      Component: lazyPart(async () => (await import('./web/commenters-tab.tsx')).CommentersTab),
    }),
  ],
})
