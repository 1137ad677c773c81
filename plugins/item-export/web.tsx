import { contribute } from '#core/extension.ts'
import {
  catalogActions,
  defineWebPlugin,
  itemActions,
  pageActions,
  pluginScreen,
  pluginScreens,
} from '#web/extensions/points.ts'
import { lazyPart } from '#web/parts/part.tsx'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }
import { CatalogExportAction, ExportAction } from './web/export-action.tsx'
import { PrintCatalogAction, PrintItemAction, PrintPageAction } from './web/print-action.tsx'

export default defineWebPlugin({
  id: 'item-export',
  apiVersion: 2,
  messages: { en, 'zh-cn': zhCn },
  contributes: [
    contribute(itemActions, { Component: ExportAction }),
    contribute(catalogActions, { Component: CatalogExportAction }),
    contribute(pageActions, { Component: PrintPageAction }),
    contribute(itemActions, { Component: PrintItemAction }),
    contribute(catalogActions, { Component: PrintCatalogAction }),
    contribute(
      pluginScreens,
      pluginScreen(
        '/item/export/:itemId',
        lazyPart(async () => (await import('./web/export-screen.tsx')).ExportScreen),
      ),
    ),
    contribute(
      pluginScreens,
      pluginScreen(
        '/item-export/print/:itemId',
        lazyPart(async () => (await import('./web/print/print-screen.tsx')).PrintScreen),
      ),
    ),
  ],
})
