import { contribute } from '#core/extension.ts'
import {
  defineWebPlugin,
  editorTools,
  itemSettingTabs,
  pageActions,
  pluginScreen,
  pluginScreens,
} from '#web/extensions/points.ts'
import { lazyPart } from '#web/parts/part.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { wholeAddress } from '#web/site-path.ts'
import en from './locales/en.json' with { type: 'json' }
import zhCn from './locales/zh-cn.json' with { type: 'json' }
import { TryAction } from './web/try-action.tsx'

export default defineWebPlugin({
  id: 'try-it',
  apiVersion: 2,
  messages: { en, 'zh-cn': zhCn },
  contributes: [
    contribute(pageActions, { Component: TryAction }),
    contribute(editorTools, {
      id: 'http-test',
      title: 'tool',
      place: 'insert',
      onlyFor: 'zh-cn',
      kinds: ['api-document'],
      run({ editor }) {
        if (editor.pageId === 0) showToast(zhCn['tool.saveFirst'], 'info')
        // Unsaved changes stay in the editor.
        else open(wholeAddress(`/try-it/${editor.pageId}`), '_blank', 'noopener')
      },
    }),
    contribute(itemSettingTabs, {
      id: 'readers',
      title: 'tab',
      order: 40,
      Component: lazyPart(async () => (await import('./web/readers-tab.tsx')).ReadersTab),
    }),
    contribute(
      pluginScreens,
      pluginScreen(
        '/try-it/:pageId',
        lazyPart(async () => (await import('./web/try-screen.tsx')).TryScreen),
      ),
    ),
  ],
})
