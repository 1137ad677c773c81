import './all-points.css'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { FaceProps } from '#web/editor/face-controls.ts'
import { api } from '#web/api/trpc.ts'
import { apiOf } from '#web/extensions/plugin-api.ts'
import { pluginTexts } from '#web/extensions/plugin-texts.ts'
import type {
  CatalogActionProps,
  EditorToolDialogProps,
  ItemActionProps,
  ItemAddTabProps,
  ItemSettingTabProps,
  PageViewProps,
  PluginScreenProps,
} from '#web/extensions/points.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { MenuItem } from '#web/parts/menu.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { WorkFrame } from '#web/parts/work-frame.tsx'
import type en from '../locales/en.json'
import type { allPointsOperations } from '../plugin.ts'

const sampleApi = apiOf<typeof allPointsOperations>()
const useText = pluginTexts<typeof en>('all-points')

/** Breaks a component where a test asks for it. */
function breakIfAsked(point: string): void {
  if (sessionStorage.getItem('broken points')?.split(' ').includes(point)) throw new Error(`${point} is broken`)
}

export function AddTab({ onAdded }: ItemAddTabProps) {
  breakIfAsked('itemAddTabs')
  const t = useText()
  const add = api.item.add.useMutation({ onSuccess: ({ itemId }) => onAdded(itemId) })
  return <Button onClick={() => add.mutate({ itemType: 'regular', itemName: 'Sample' })}>{t('addAction')}</Button>
}

export function Section() {
  breakIfAsked('adminSections')
  return <p className="all-points-mark">{useText()('sectionText')}</p>
}

export function SettingTab({ itemId }: ItemSettingTabProps) {
  breakIfAsked('itemSettingTabs')
  return <p>{useText()('tabText', { itemId })}</p>
}

export function ItemAction({ itemId }: ItemActionProps) {
  breakIfAsked('itemActions')
  return <MenuItem href={`/all-points/${itemId}/x`}>{useText()('itemAction')}</MenuItem>
}

export function CatalogAction({ itemId, catalogId }: CatalogActionProps) {
  breakIfAsked('catalogActions')
  return <MenuItem href={`/all-points/${itemId}/${catalogId}`}>{useText()('catalogAction')}</MenuItem>
}

export function Action() {
  breakIfAsked('pageActions')
  const t = useText()
  return <MenuItem onChoose={() => showToast(t('actionDone'))}>{t('action')}</MenuItem>
}

export function HeaderLink() {
  breakIfAsked('headerLinks')
  const label = useText()('link')
  return (
    <Link className="icon-button" href="/all-points/7/%E7%A4%BA%2Fa" title={label} aria-label={label}>
      ★
    </Link>
  )
}

export function Companion() {
  breakIfAsked('companions')
  return <output className="all-points-companion">{useText()('companion')}</output>
}

export function Screen({ params: { id, name } }: PluginScreenProps<'/all-points/:id/:name'>) {
  breakIfAsked('pluginScreens')
  const t = useText()
  const person = sampleApi.allPoints.name.useQuery({})
  return (
    <WorkFrame title={t('screenTitle')} back={{ href: '/item/index', label: t('screenBack') }}>
      <p className="all-points-mark">{t('screen', { id: id + 1, name })}</p>
      {person.data && <p>{t('screenBy', { name: person.data.name })}</p>}
    </WorkFrame>
  )
}

export function AskDialog({ editor, onClose }: EditorToolDialogProps) {
  breakIfAsked('slashCommands')
  const t = useText()
  const insert = () => {
    editor.insert('an answer')
    onClose()
  }
  return (
    <Dialog title={t('ask')} onClose={onClose}>
      <Button onClick={insert}>{t('askInsert')}</Button>
    </Dialog>
  )
}

export function View({ content }: PageViewProps) {
  breakIfAsked('pageFaces')
  return <p className="all-points-mark">{useText()('view', { text: content.slice('sample: '.length) })}</p>
}

export function Face(props: FaceProps) {
  breakIfAsked('pageFaces')
  const t = useText()
  const [text, setText] = useState(props.content)
  useFaceOfOneLine(props, text)
  return (
    <input aria-label={t('face')} value={text} readOnly={props.isReadOnly} onChange={(e) => setText(e.target.value)} />
  )
}

/** Tells the editor what the page says, and when it says something else. */
function useFaceOfOneLine({ content, onControls, onTouched }: FaceProps, text: string): void {
  const latest = useRef(content)
  const announce = useEffectEvent(onControls)
  const touched = useEffectEvent(onTouched)
  useEffect(() => {
    announce({ content: () => latest.current, focus: () => undefined })
    return () => announce(null)
  }, [])
  useEffect(() => {
    if (latest.current === text) return
    latest.current = text
    touched()
  }, [text])
}
