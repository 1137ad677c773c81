// What a plugin that was built apart from the product takes from it: `/host/v2/sdk.js`.
export { contribute, extensionPoint } from '#core/extension.ts'
export { Button } from '../../parts/button.tsx'
export { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
export { Dialog } from '../../parts/dialog.tsx'
export { lazyPart } from '../../parts/part.tsx'
export { showToast } from '../../parts/toast-store.ts'
export { apiOf } from '../plugin-api.ts'
export { pluginTexts } from '../plugin-texts.ts'
export {
  companions,
  defineWebPlugin,
  editorTools,
  headerLinks,
  itemSettingTabs,
  pageActions,
  pageFaces,
  pluginScreens,
} from '../points.ts'
