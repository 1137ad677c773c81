import { KeyRound } from 'lucide-react'
import { contribute } from '#core/extension.ts'
import { adminSections, defineWebPlugin } from '#web/extensions/points.ts'
import { lazyPart } from '#web/parts/part.tsx'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }

export default defineWebPlugin({
  id: 'key-login',
  apiVersion: 2,
  messages: { en, 'zh-cn': zhCn },
  contributes: [
    contribute(adminSections, {
      id: 'key',
      title: 'title',
      words: 'words',
      icon: <KeyRound />,
      order: 44,
      onlyFor: 'zh-cn',
      Component: lazyPart(async () => (await import('./web/key-section.tsx')).KeySection),
    }),
  ],
})
