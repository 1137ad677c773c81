import { Megaphone } from 'lucide-react'
import { contribute } from '#core/extension.ts'
import {
  adminSections,
  companions,
  defineWebPlugin,
  editorTools,
  pageActions,
  pluginScreens,
} from '#web/extensions/points.ts'
import { lazyPart } from '#web/parts/part.tsx'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }
import { FollowAction } from './web/follow-action.tsx'
import { UnreadWatch } from './web/unread-watch.tsx'

export default defineWebPlugin({
  id: 'notices',
  apiVersion: 2,
  messages: { en, 'zh-cn': zhCn },
  contributes: [
    contribute(adminSections, {
      id: 'announcing',
      title: 'announcing.title',
      words: 'announcing.words',
      icon: <Megaphone />,
      order: 55,
      Component: lazyPart(async () => (await import('./web/announcing/announcing-section.tsx')).AnnouncingSection),
    }),
    contribute(editorTools, {
      id: 'notify',
      title: 'notify.title',
      place: 'save',
      Dialog: lazyPart(async () => (await import('./web/notify-dialog.tsx')).NotifyDialog),
    }),
    contribute(pageActions, { Component: FollowAction }),
    contribute(companions, { Component: UnreadWatch }),
    contribute(pluginScreens, {
      path: '/message/index',
      Component: lazyPart(async () => (await import('./web/inbox-screen.tsx')).MessagesScreen),
    }),
    contribute(pluginScreens, {
      path: '/notice/index',
      Component: lazyPart(async () => (await import('./web/inbox-screen.tsx')).NoticesScreen),
    }),
  ],
})
