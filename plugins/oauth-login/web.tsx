import { LogIn } from 'lucide-react'
import { contribute } from '#core/extension.ts'
import { adminSections, defineWebPlugin } from '#web/extensions/points.ts'
import { lazyPart } from '#web/parts/part.tsx'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }

export default defineWebPlugin({
  id: 'oauth-login',
  apiVersion: 2,
  messages: { en, 'zh-cn': zhCn },
  contributes: [
    contribute(adminSections, {
      id: 'oauth2',
      title: 'title',
      words: 'words',
      icon: <LogIn />,
      order: 42,
      Component: lazyPart(async () => (await import('./web/oauth-section.tsx')).OauthSection),
    }),
  ],
})
