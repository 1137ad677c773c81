import { Rows3 } from 'lucide-react'
import { contribute } from '#core/extension.ts'
import { catalogActions, defineWebPlugin, itemActions, itemSettingTabs, pageFaces } from '#web/extensions/points.ts'
import { lazyPart } from '#web/parts/part.tsx'
import { emptyApiDocument } from './api-document.ts'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }
import { NewDocumentAction, NewDocumentInCatalogAction } from './web/new-document-action.tsx'

export default defineWebPlugin({
  id: 'api-document',
  apiVersion: 2,
  messages: { en, 'zh-cn': zhCn },
  contributes: [
    contribute(pageFaces, {
      kind: 'api-document',
      View: lazyPart(async () => (await import('./web/document-view.tsx')).DocumentView),
      edit: [
        {
          id: 'form',
          title: 'edit',
          icon: <Rows3 aria-hidden />,
          Component: lazyPart(async () => (await import('./web/document-face.tsx')).DocumentFace),
        },
      ],
      begins: emptyApiDocument,
    }),
    contribute(itemSettingTabs, {
      id: 'globals',
      title: 'globals.tab',
      order: 30,
      Component: lazyPart(async () => (await import('./web/globals-tab.tsx')).GlobalsTab),
    }),
    contribute(itemActions, { Component: NewDocumentAction }),
    contribute(catalogActions, { Component: NewDocumentInCatalogAction }),
  ],
})
