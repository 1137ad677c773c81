import { lazy } from 'react'
import { contribute } from '#core/extension.ts'
import {
  companions,
  defineWebPlugin,
  editorTools,
  headerLinks,
  pageActions,
  pluginScreens,
} from '#web/extensions/points.ts'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }

export default defineWebPlugin({
  id: 'notices',
  apiVersion: 1,
  messages: { en, 'zh-cn': zhCn },
  contributes: [
    contribute(editorTools, {
      id: 'notify',
      title: 'notify.title',
      place: 'save',
      Dialog: lazy(async () => ({ default: (await import('./web/notify-dialog.tsx')).NotifyDialog })),
    }),
    contribute(pageActions, {
      Component: lazy(async () => ({ default: (await import('./web/follow-action.tsx')).FollowAction })),
    }),
    contribute(headerLinks, {
      Component: lazy(async () => ({ default: (await import('./web/messages-link.tsx')).MessagesLink })),
    }),
    contribute(companions, {
      Component: lazy(async () => ({ default: (await import('./web/unread-watch.tsx')).UnreadWatch })),
    }),
    contribute(pluginScreens, {
      path: '/message/index',
      Component: lazy(async () => ({ default: (await import('./web/messages-screen.tsx')).MessagesScreen })),
    }),
    contribute(pluginScreens, {
      path: '/notice/index',
      Component: lazy(async () => ({ default: (await import('./web/notices-screen.tsx')).NoticesScreen })),
    }),
  ],
})
