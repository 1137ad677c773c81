import { contribute } from '#core/extension.ts'
import {
  defineWebPlugin,
  itemActions,
  itemAddTabs,
  pluginScreen,
  pluginScreens,
  type ItemAddTabProps,
} from '#web/extensions/points.ts'
import { lazyPart } from '#web/parts/part.tsx'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }
import { ImportAction } from './web/import-action.tsx'

export default defineWebPlugin({
  id: 'item-import',
  apiVersion: 2,
  messages: { en, 'zh-cn': zhCn },
  contributes: [
    contribute(itemAddTabs, {
      id: 'file',
      title: 'tab',
      order: 10,
      Component: lazyPart<ItemAddTabProps>(async () => (await import('./web/import-tab.tsx')).ImportTab),
    }),
    contribute(itemActions, { Component: ImportAction }),
    contribute(
      pluginScreens,
      pluginScreen(
        '/item-import/:itemId',
        lazyPart(async () => (await import('./web/import-screen.tsx')).ImportScreen),
      ),
    ),
  ],
})
