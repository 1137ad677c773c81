import { useMediaQuery } from '@mantine/hooks'
import {
  ArrowDownUp,
  ArrowLeft,
  ChevronDown,
  Ellipsis,
  FolderCog,
  History,
  Paperclip,
  Plus,
  RefreshCw,
  Save,
  Wrench,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/trpc.ts'
import type { ToolEntry } from '#web/extensions/editor-tools.tsx'
import { Button, ButtonLink } from '#web/parts/button.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import { Menu, MenuItem, MenuLine, type MenuOpenerProps } from '#web/parts/menu.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { CatalogSelect } from './catalog-select.tsx'
import { FaceSwitch } from './face-switch.tsx'
import { UploadButton } from './files/upload-button.tsx'
import type { PageWork } from './use-page-work.ts'

export interface ToolbarProps {
  readonly itemId: number
  readonly work: PageWork
  readonly tools: readonly ToolEntry[]
  /** Somebody else has the page locked. */
  readonly isReadOnly: boolean
  /** Of the item. */
  readonly isManager: boolean
  /** Null for a page without a history. */
  readonly onHistory: (() => void) | null
  /** Of the page, including those it gets when it is saved. */
  readonly attachmentCount: number
  onSave(): void
  onFiles(files: readonly File[]): void
  onAttachments(): void
  onSort(): void
  onShare(): void
  onFace(face: string): void
}

/** The location of the page and all its actions (spec §2). */
export function Toolbar(props: ToolbarProps) {
  const { itemId, work } = props
  const { t } = useTranslation('editor')
  const isNarrow = useMediaQuery('(max-width: 699px)', undefined, { getInitialValueInEffect: false })
  const isSaving = work.state.kind === 'saving'
  const back = work.pageId > 0 ? `/${itemId}/${work.pageId}` : `/${itemId}`

  return (
    <div className="edit-tools" role="toolbar" aria-label={t('toolbar.label')}>
      <ButtonLink look="quiet" href={back}>
        <ArrowLeft aria-hidden />
        <span className="edit-label">{t('toolbar.back')}</span>
      </ButtonLink>
      <CatalogSelect
        itemId={itemId}
        catalogId={work.catalogId}
        isManaged={!isNarrow}
        onChange={work.move}
        onGone={work.moveBack}
      />
      <UploadButton isDisabled={props.isReadOnly} onFiles={props.onFiles} />
      {isNarrow ? <MoreMenu {...props} /> : <PageTools {...props} />}
      <FaceSwitch faces={work.faces} face={work.face} onChange={props.onFace} />
      <span className="edit-save">
        <WaitingButton look="primary" isOff={isSaving} title="Ctrl+S" onClick={props.onSave}>
          <Save aria-hidden />
          <span className="edit-label">{t(isSaving ? 'save.running' : 'save.action')}</span>
        </WaitingButton>
        <SaveMenu {...props} />
      </span>
    </div>
  )
}

function PageTools({ tools, attachmentCount, onAttachments, onHistory, onSort }: ToolbarProps) {
  const { t } = useTranslation('editor')
  const { t: files } = useTranslation('files')
  return (
    <>
      <IconButton label={t('toolbar.sort')} onClick={onSort}>
        <ArrowDownUp />
      </IconButton>
      {onHistory && (
        <IconButton label={t('toolbar.history')} onClick={onHistory}>
          <History />
        </IconButton>
      )}
      <IconButton
        className="edit-attachments"
        label={
          attachmentCount > 0 ? files('attachments.action', { count: attachmentCount }) : files('attachments.none')
        }
        onClick={onAttachments}
      >
        <Paperclip />
        {attachmentCount > 0 && <span aria-hidden>{attachmentCount}</span>}
      </IconButton>
      <ToolMenu label={t('toolbar.insert')} icon={<Plus aria-hidden />} tools={placed(tools, 'insert')} />
      <ToolMenu label={t('toolbar.format')} icon={<Wrench aria-hidden />} tools={placed(tools, 'format')} />
    </>
  )
}

/** The same behind one button, where space is limited. */
function MoreMenu({ itemId, tools, attachmentCount, onAttachments, onHistory, onSort }: ToolbarProps) {
  const cache = api.useUtils()
  const { t } = useTranslation('editor')
  const { t: files } = useTranslation('files')
  return (
    <Menu
      renderOpener={(props) => (
        <IconButton label={t('toolbar.more')} {...props}>
          <Ellipsis />
        </IconButton>
      )}
    >
      <MenuItem icon={<ArrowDownUp />} onChoose={onSort}>
        {t('toolbar.sort')}
      </MenuItem>
      {onHistory && (
        <MenuItem icon={<History />} onChoose={onHistory}>
          {t('toolbar.history')}
        </MenuItem>
      )}
      <MenuItem icon={<Paperclip />} onChoose={onAttachments}>
        {attachmentCount > 0 ? files('attachments.action', { count: attachmentCount }) : files('attachments.none')}
      </MenuItem>
      <MenuItem icon={<RefreshCw />} onChoose={() => void cache.catalog.listNames.invalidate({ itemId })}>
        {t('catalog.refresh')}
      </MenuItem>
      <MenuItem icon={<FolderCog />} href={`/catalog/${itemId}`}>
        {t('catalog.manage')}
      </MenuItem>
      {tools.length > 0 && <MenuLine />}
      {[...placed(tools, 'insert'), ...placed(tools, 'format')].map(itemOf)}
    </Menu>
  )
}

const placed = (tools: readonly ToolEntry[], place: ToolEntry['place']): readonly ToolEntry[] =>
  tools.filter((tool) => tool.place === place)

const itemOf = (tool: ToolEntry): ReactNode => (
  <MenuItem key={tool.key} onChoose={tool.open}>
    {tool.title}
  </MenuItem>
)

function SaveMenu({ itemId, work, tools, isManager, onShare }: ToolbarProps) {
  const { t } = useTranslation('editor')
  const { t: reader } = useTranslation('reader')
  const own = placed(tools, 'save')
  if (own.length === 0 && work.pageId === 0 && !isManager) return null
  return (
    <Menu renderOpener={(props) => openerOf({ label: t('save.more') }, props)}>
      {own.map(itemOf)}
      {work.pageId > 0 && <MenuItem onChoose={onShare}>{reader('action.share')}</MenuItem>}
      {isManager && <MenuItem href={`/item/setting/${itemId}`}>{reader('action.setting')}</MenuItem>}
    </Menu>
  )
}

interface ToolMenuProps {
  readonly label: string
  readonly icon: ReactNode
  readonly tools: readonly ToolEntry[]
}

function ToolMenu({ label, icon, tools }: ToolMenuProps) {
  if (tools.length === 0) return null
  return <Menu renderOpener={(props) => openerOf({ label, icon }, props)}>{tools.map(itemOf)}</Menu>
}

const openerOf = (
  { label, icon }: { readonly label: string; readonly icon?: ReactNode },
  props: MenuOpenerProps,
): ReactNode =>
  icon ? (
    <Button look="quiet" {...props}>
      {icon}
      {label}
    </Button>
  ) : (
    <IconButton label={label} {...props}>
      <ChevronDown />
    </IconButton>
  )
