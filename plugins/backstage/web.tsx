import {
  Activity,
  DatabaseBackup,
  Info,
  Library,
  ListChecks,
  PackageOpen,
  Paperclip,
  Puzzle,
  ScrollText,
  SlidersHorizontal,
  UsersRound,
} from 'lucide-react'
import { contribute } from '#core/extension.ts'
import { adminSections, defineWebPlugin } from '#web/extensions/points.ts'
import { lazyPart } from '#web/parts/part.tsx'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }

export default defineWebPlugin({
  id: 'backstage',
  apiVersion: 2,
  messages: { en, 'zh-cn': zhCn },
  contributes: [
    contribute(adminSections, {
      id: 'people',
      title: 'people.title',
      words: 'people.words',
      icon: <UsersRound />,
      order: 10,
      Component: lazyPart(async () => (await import('./web/people/people-section.tsx')).PeopleSection),
    }),
    contribute(adminSections, {
      id: 'items',
      title: 'items.title',
      words: 'items.words',
      icon: <Library />,
      order: 20,
      Component: lazyPart(async () => (await import('./web/items/items-section.tsx')).ItemsSection),
    }),
    contribute(adminSections, {
      id: 'files',
      title: 'files.title',
      words: 'files.words',
      icon: <Paperclip />,
      order: 50,
      Component: lazyPart(async () => (await import('./web/files/files-section.tsx')).FilesSection),
    }),
    contribute(adminSections, {
      id: 'settings',
      title: 'settings.title',
      words: 'settings.words',
      icon: <SlidersHorizontal />,
      order: 30,
      Component: lazyPart(async () => (await import('./web/settings-section.tsx')).SettingsSection),
    }),
    contribute(adminSections, {
      id: 'backups',
      title: 'backups.title',
      words: 'backups.words',
      icon: <DatabaseBackup />,
      order: 60,
      Component: lazyPart(async () => (await import('./web/backups/backups-section.tsx')).BackupsSection),
    }),
    contribute(adminSections, {
      id: 'showdoc',
      title: 'showdoc.title',
      words: 'showdoc.words',
      icon: <PackageOpen />,
      order: 65,
      Component: lazyPart(async () => (await import('./web/showdoc/showdoc-section.tsx')).ShowdocSection),
    }),
    contribute(adminSections, {
      id: 'tasks',
      title: 'tasks.title',
      words: 'tasks.words',
      icon: <ListChecks />,
      order: 80,
      Component: lazyPart(async () => (await import('./web/tasks-section.tsx')).TasksSection),
    }),
    contribute(adminSections, {
      id: 'audit',
      title: 'audit.title',
      words: 'audit.words',
      icon: <ScrollText />,
      order: 70,
      Component: lazyPart(async () => (await import('./web/audit/audit-section.tsx')).AuditSection),
    }),
    contribute(adminSections, {
      id: 'health',
      title: 'health.title',
      words: 'health.words',
      icon: <Activity />,
      order: 85,
      Component: lazyPart(async () => (await import('./web/health/health-section.tsx')).HealthSection),
    }),
    contribute(adminSections, {
      id: 'plugins',
      title: 'plugins.title',
      words: 'plugins.words',
      icon: <Puzzle />,
      order: 90,
      Component: lazyPart(async () => (await import('./web/plugins-section.tsx')).PluginsSection),
    }),
    contribute(adminSections, {
      id: 'about',
      title: 'about.title',
      words: 'about.words',
      icon: <Info />,
      order: 100,
      Component: lazyPart(async () => (await import('./web/about/about-section.tsx')).AboutSection),
    }),
  ],
})
