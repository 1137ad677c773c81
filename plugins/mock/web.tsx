import { contribute } from '#core/extension.ts'
import { defineWebPlugin, editorTools, pageActions } from '#web/extensions/points.ts'
import { lazyPart } from '#web/parts/part.tsx'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }
import { MockAction } from './web/mock-action.tsx'

export default defineWebPlugin({
  id: 'mock',
  apiVersion: 2,
  messages: { en, 'zh-cn': zhCn },
  contributes: [
    contribute(editorTools, {
      id: 'mock',
      title: 'title',
      place: 'insert',
      onlyFor: 'zh-cn',
      kinds: ['markdown', 'api-document'],
      Dialog: lazyPart(async () => (await import('./web/mock-dialog.tsx')).MockDialog),
    }),
    contribute(pageActions, {
      Component: MockAction,
      Dialog: lazyPart(async () => (await import('./web/address-dialog.tsx')).AddressDialog),
      isForVisitors: true,
    }),
  ],
})
