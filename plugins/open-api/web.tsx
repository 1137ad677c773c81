import { contribute } from '#core/extension.ts'
import { defineWebPlugin, itemAddTabs, itemSettingTabs, type ItemAddTabProps } from '#web/extensions/points.ts'
import { lazyPart } from '#web/parts/part.tsx'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }

export default defineWebPlugin({
  id: 'open-api',
  apiVersion: 2,
  messages: { en, 'zh-cn': zhCn },
  contributes: [
    contribute(itemSettingTabs, {
      id: 'key',
      title: 'tab',
      order: 10,
      Component: lazyPart(async () => (await import('./web/open-api-tab.tsx')).OpenApiTab),
    }),
    contribute(itemAddTabs, {
      id: 'auto',
      title: 'auto.tab',
      order: 20,
      Component: lazyPart<ItemAddTabProps>(async () => (await import('./web/auto-create-tab.tsx')).AutoCreateTab),
    }),
  ],
})
