import {
  adminSections,
  catalogActions,
  companions,
  contribute,
  defineWebPlugin,
  editorTools,
  headerLinks,
  itemActions,
  itemAddTabs,
  itemSettingTabs,
  lazyPart,
  loadStyles,
  pageActions,
  pageFaces,
  pluginScreen,
  pluginScreens,
  slashCommands,
} from '/host/v2/sdk.js'

/** A component of the other file, once the style sheet of both is there. */
const part = (name) =>
  lazyPart(async () => {
    const [components] = await Promise.all([
      import('./assets/components.js'),
      loadStyles(new URL('./assets/all-points.css', import.meta.url)),
    ])
    return components[name]
  })
const textsIn = async (language) => (await fetch(new URL(`./assets/${language}.json`, import.meta.url))).json()
const [en, zhCn] = await Promise.all(['en', 'zh-cn'].map(textsIn))

export default defineWebPlugin({
  id: 'all-points',
  apiVersion: 2,
  messages: { en, 'zh-cn': zhCn },
  contributes: [
    contribute(itemAddTabs, { id: 'sample', title: 'add', order: 10, Component: part('AddTab') }),
    contribute(itemSettingTabs, { id: 'sample', title: 'tab', order: 50, Component: part('SettingTab') }),
    contribute(adminSections, { id: 'more', title: 'secondSection', order: 20, Component: part('Section') }),
    contribute(adminSections, { id: 'sample', title: 'section', order: 10, Component: part('Section') }),
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
    contribute(slashCommands, { id: 'ask', title: 'ask', Dialog: part('AskDialog') }),
    contribute(itemActions, { Component: part('ItemAction') }),
    contribute(catalogActions, { Component: part('CatalogAction') }),
    contribute(pageActions, { Component: part('Action') }),
    contribute(headerLinks, { Component: part('HeaderLink') }),
    contribute(companions, { Component: part('Companion') }),
    contribute(pluginScreens, pluginScreen('/all-points/:id/:name', part('Screen'))),
    contribute(pageFaces, {
      kind: 'sample',
      View: part('View'),
      edit: [{ id: 'line', title: 'face', Component: part('Face') }],
    }),
  ],
})
