import { contribute } from '#core/extension.ts'
import { catalogActions, defineWebPlugin, itemActions, pluginScreen, pluginScreens } from '#web/extensions/points.ts'
import { lazyPart } from '#web/parts/part.tsx'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }
import { CatalogExportAction, ExportAction } from './web/export-action.tsx'

export default defineWebPlugin({
  id: 'item-export',
  apiVersion: 2,
  messages: { en, 'zh-cn': zhCn },
  contributes: [
    contribute(itemActions, { Component: ExportAction }),
    contribute(catalogActions, { Component: CatalogExportAction }),
    contribute(
      pluginScreens,
      pluginScreen(
        '/item/export/:itemId',
        lazyPart(async () => (await import('./web/export-screen.tsx')).ExportScreen),
      ),
    ),
  ],
})
