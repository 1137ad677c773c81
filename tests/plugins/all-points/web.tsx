import { contribute } from '#core/extension.ts'
import {
  adminSections,
  catalogActions,
  companions,
  defineWebPlugin,
  editorTools,
  headerLinks,
  itemActions,
  itemAddTabs,
  itemSettingTabs,
  pageActions,
  pageFaces,
  pluginScreen,
  pluginScreens,
  slashCommands,
  type CatalogActionProps,
  type CompanionProps,
  type ItemActionProps,
  type PageActionProps,
} from '#web/extensions/points.ts'
import { lazyPart } from '#web/parts/part.tsx'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }

const components = () => import('./web/components.tsx')
const Section = lazyPart(async () => (await components()).Section)
const SettingTab = lazyPart(async () => (await components()).SettingTab)
const AddTab = lazyPart(async () => (await components()).AddTab)
const Screen = lazyPart(async () => (await components()).Screen)

export default defineWebPlugin({
  id: 'all-points',
  apiVersion: 2,
  messages: { en, 'zh-cn': zhCn },
  contributes: [
    contribute(itemAddTabs, { id: 'sample', title: 'add', order: 10, Component: AddTab }),
    contribute(itemSettingTabs, { id: 'sample', title: 'tab', order: 50, Component: SettingTab }),
    contribute(adminSections, { id: 'more', title: 'secondSection', order: 20, Component: Section }),
    contribute(adminSections, { id: 'sample', title: 'section', order: 10, Component: Section }),
    contribute(editorTools, {
      id: 'tool',
      title: 'tool',
      place: 'insert',
      run: ({ editor }) => editor.insert('from the tool'),
    }),
    contribute(slashCommands, {
      id: 'insert',
      title: 'insert',
      hint: 'hint',
      words: 'words',
      run: ({ editor }) => editor.insert('**from** the menu'),
    }),
    contribute(slashCommands, {
      id: 'ask',
      title: 'ask',
      Dialog: lazyPart(async () => (await components()).AskDialog),
    }),
    contribute(itemActions, { Component: lazyPart<ItemActionProps>(async () => (await components()).ItemAction) }),
    contribute(catalogActions, {
      Component: lazyPart<CatalogActionProps>(async () => (await components()).CatalogAction),
    }),
    contribute(pageActions, { Component: lazyPart<PageActionProps>(async () => (await components()).Action) }),
    contribute(headerLinks, { Component: lazyPart(async () => (await components()).HeaderLink) }),
    contribute(companions, { Component: lazyPart<CompanionProps>(async () => (await components()).Companion) }),
    contribute(pluginScreens, pluginScreen('/all-points/:id/:name', Screen)),
    contribute(pageFaces, {
      kind: 'sample',
      View: lazyPart(async () => (await components()).View),
      edit: [{ id: 'line', title: 'face', Component: lazyPart(async () => (await components()).Face) }],
    }),
  ],
})
