// The API for dropped-in plugins: `/host/v2/sdk.js`. The names are the same as those that plugins of the product
// import.
export { keepPreviousData } from '@tanstack/react-query'
export { Link, Redirect, useLocation, useSearch } from 'wouter'
export { STANDINGS } from '#core/account/user.ts'
export { AUDIT_ACTIONS } from '#core/audit/entry.ts'
export { decoded } from '#core/decoded.ts'
export { contribute, extensionPoint } from '#core/extension.ts'
export { limits } from '#core/limits.ts'
export { readable } from '#core/page/readable.ts'
export { SHOWDOC_UPLOAD_BYTES } from '#core/ports/showdoc-moves.ts'
export { loginPath, refusalOf } from '../../api/errors.ts'
export { api } from '../../api/trpc.ts'
export { useIgnoredPoints, usePluginFault } from '../plugin-faults.ts'
export { useFormats } from '../../i18n/formats.ts'
export { FormLeaveGuard } from '../../leaving/form-leave-guard.tsx'
export { isOfSettings } from '../../leaving/is-of-settings.ts'
export { LeaveGuard } from '../../leaving/leave-guard.tsx'
export { Article } from '../../parts/article.tsx'
export { Breakable } from '../../parts/breakable.tsx'
export { Button, ButtonLink } from '../../parts/button.tsx'
export { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
export { csvOf } from '../../parts/csv.ts'
export { diagramPictures } from '../../parts/diagram-pictures.ts'
export { Dialog } from '../../parts/dialog.tsx'
export { drawOnPaper } from '../../parts/draw-on-paper.ts'
export { EmptyState } from '../../parts/empty-state.tsx'
export { ErrorState } from '../../parts/error-state.tsx'
export { focusFirstField } from '../../parts/focus-first-field.ts'
export { FormAlert } from '../../parts/form-alert.tsx'
export { FormDialog } from '../../parts/form-dialog.tsx'
export { highlightRanges } from '../../parts/highlight-ranges.ts'
export { IconButton } from '../../parts/icon-button.tsx'
export { Markdown } from '../../parts/markdown.tsx'
export { Menu, MenuItem, MenuLine } from '../../parts/menu.tsx'
export { NoticeScreen } from '../../parts/notice-screen.tsx'
export { Pager } from '../../parts/pager.tsx'
export { lazyPart, Part } from '../../parts/part.tsx'
export { PasswordField } from '../../parts/password-field.tsx'
export { saveFile } from '../../parts/save-file.ts'
export { rowsOfText } from '../../parts/rows-of-text.ts'
export { Skeleton } from '../../parts/skeleton.tsx'
export { Time } from '../../parts/time.tsx'
export { showToast } from '../../parts/toast-store.ts'
export { useCopy } from '../../parts/use-copy.ts'
export { useDocumentTitle } from '../../parts/use-document-title.ts'
export { useShownBar } from '../../parts/use-shown-bar.ts'
export { useListInDialog } from '../../parts/use-list-in-dialog.ts'
export { useOpenDialog } from '../../parts/use-open-dialog.ts'
export { WorkFrame } from '../../parts/work-frame.tsx'
export { SaveRow } from '../../setting-form/save-row.tsx'
export { SettingFields } from '../../setting-form/setting-fields.tsx'
export { isTrialOf } from '../../setting-form/is-trial-of.ts'
export { changedValues, problemsOf, valuesAfterSave, valuesOf } from '../../setting-form/shown-field.ts'
export { TrialSteps } from '../../setting-form/trial-steps.tsx'
export { useCheckedSave } from '../../setting-form/use-checked-save.ts'
export { useSettingValues } from '../../setting-form/use-setting-values.ts'
export { WaitingButton, WaitingIconButton } from '../../parts/waiting-button.tsx'
export { WaitingCheckbox, WaitingRadio, WaitingSelect } from '../../parts/waiting-choice.tsx'
export { FollowedTask } from '../../tasks/followed-task.tsx'
export { isRunning } from '../../tasks/shown-task.ts'
export { atSite, belowSite, goTo, wholeAddress } from '../../site-path.ts'
export { FileDrop } from '../../uploads/file-drop.tsx'
export { kindOfFile } from '../../uploads/file-kind.ts'
export { sendForm, UploadError } from '../../uploads/send-form.ts'
export { fileSizeText, sizeText } from '../../uploads/size-text.ts'
export { useCurrentUser } from '../../session/current-user.tsx'
export { ownName } from '../../session/own-names.ts'
export { Watermark } from '../../watermark/watermark.tsx'
export { useEntryAnswer } from '../entries-together.tsx'
export { apiOf } from '../plugin-api.ts'
export { pluginTexts } from '../plugin-texts.ts'
export {
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
} from '../points.ts'
export { loadStyles } from './styles.ts'
