import { Grid3x3 } from 'lucide-react'
import { contribute } from '#core/extension.ts'
import { defineWebPlugin, pageFaces } from '#web/extensions/points.ts'
import { lazyPart } from '#web/parts/part.tsx'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }

export default defineWebPlugin({
  id: 'spreadsheet',
  apiVersion: 2,
  messages: { en, 'zh-cn': zhCn },
  contributes: [
    contribute(pageFaces, {
      kind: 'spreadsheet',
      View: lazyPart(async () => (await import('./web/sheet-view.tsx')).SheetView),
      edit: [
        {
          id: 'sheet',
          title: 'edit',
          icon: <Grid3x3 aria-hidden />,
          Component: lazyPart(async () => (await import('./web/sheet-face.tsx')).SheetFace),
        },
      ],
      item: { title: 'item.title', hint: 'item.hint' },
    }),
  ],
})
