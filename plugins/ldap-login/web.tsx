import { BookUser } from 'lucide-react'
import { contribute } from '#core/extension.ts'
import { adminSections, defineWebPlugin } from '#web/extensions/points.ts'
import { lazyPart } from '#web/parts/part.tsx'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }

export default defineWebPlugin({
  id: 'ldap-login',
  apiVersion: 2,
  messages: { en, 'zh-cn': zhCn },
  contributes: [
    contribute(adminSections, {
      id: 'ldap',
      title: 'title',
      words: 'words',
      icon: <BookUser />,
      order: 40,
      Component: lazyPart(async () => (await import('./web/ldap-section.tsx')).LdapSection),
    }),
  ],
})
