import './sheet-face.css'
import { Maximize2, Minimize2, Save } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FaceProps } from '#web/editor/face-controls.ts'
import { Button } from '#web/parts/button.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import { showToast } from '#web/parts/toast-store.ts'
import { EditedWorkbook } from './edited-workbook.ts'
import { ExcelBar } from './excel-bar.tsx'
import { linkFrame, type FrameLink } from './frame-link.ts'
import type { FrameMessage } from './frame-messages.ts'
import { useSheetText } from './texts.ts'
import { useFullScreen } from './use-full-screen.ts'

/** The sheets of a page as an editable grid. */
export function SheetFace({ content, isReadOnly, onTouched, onControls }: FaceProps) {
  const t = useSheetText()
  const { i18n } = useTranslation()
  const [workbook, setWorkbook] = useState(() => new EditedWorkbook(content))
  const [round, setRound] = useState(0)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [isBeyond, setBeyond] = useState(false)
  const [isLate, setLate] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const link = useRef<FrameLink | null>(null)
  const fullScreen = useFullScreen({
    place,
    onTrouble: () => showToast(t('gaveWay'), 'info'),
    onFocusLost: () => place.current?.querySelector<HTMLElement>('.sheet-full-screen')?.focus(),
  })
  const announce = useEffectEvent(onControls)
  useEffect(() => {
    announce({
      content: () => workbook.content(),
      settle: async () => link.current?.settle(),
      focus: () => link.current?.focus(),
    })
    return () => announce(null)
  }, [workbook])

  const take = useEffectEvent((message: FrameMessage) => {
    if (message.kind === 'shown') setState('shown')
    else if (message.kind === 'late') setLate(true)
    else if (message.kind === 'save') pressSave(place.current)
    else if (message.kind === 'escape') {
      if (fullScreen.isFull) fullScreen.leave()
    } else if (message.kind === 'leave') leave(place.current, message.isBack)
    else if (message.kind === 'typing' && !isReadOnly && workbook.type(message.cell)) onTouched()
    else if (message.kind === 'changed' && !isReadOnly) {
      if (message.isBeyond) setBeyond(true)
      if (workbook.take(message.sheets, message.order)) onTouched()
    }
  })
  const fail = useEffectEvent((error: unknown) => {
    reportError(error)
    setState('failed')
  })
  const { language } = i18n
  useEffect(() => {
    if (!frame.current) return undefined
    const order = { sheets: workbook.given(), language, isReadOnly }
    const opened = linkFrame(frame.current, order, {
      onMessage: (message) => take(message),
      onFailed: (error) => fail(error),
    })
    link.current = opened
    return () => {
      link.current = null
      opened.close()
    }
  }, [workbook, language, isReadOnly])

  const takeImported = (imported: string) => {
    setWorkbook(new EditedWorkbook(imported))
    setRound(round + 1)
    setState('loading')
    setLate(false)
    onTouched()
  }
  const currentContent = async () => {
    await link.current?.settle()
    return workbook.content()
  }

  if (workbook.hindrance) return <p role="alert">{t(workbook.hindrance)}</p>
  return (
    <div className="sheet-face" ref={place} data-state={state} data-full-screen={fullScreen.isFull || undefined}>
      {state === 'loading' && <p role="status">{t('loading')}</p>}
      {state === 'failed' && <p role="alert">{t('notShown')}</p>}
      {isBeyond && <p role="alert">{t('beyond')}</p>}
      {isLate && <p role="status">{t('late')}</p>}
      {isReadOnly && <p>{t('readOnly')}</p>}
      <div className="sheet-bar">
        <ExcelBar isReadOnly={isReadOnly} content={currentContent} onImported={takeImported} />
        {fullScreen.isFull && !isReadOnly && (
          <Button look="quiet" title="Ctrl+S" onClick={() => pressSave(place.current)}>
            <Save aria-hidden />
            {t('save')}
          </Button>
        )}
        <IconButton
          className="sheet-full-screen"
          label={t(fullScreen.isFull ? 'leaveFullScreen' : 'fullScreen')}
          onClick={fullScreen.isFull ? fullScreen.leave : fullScreen.enter}
        >
          {fullScreen.isFull ? <Minimize2 /> : <Maximize2 />}
        </IconButton>
      </div>
      {state !== 'failed' && (
        <iframe
          key={`${round} ${language} ${isReadOnly}`}
          ref={frame}
          className="sheet-frame"
          title={t('frameTitle')}
          sandbox="allow-scripts"
          allow="clipboard-write"
        />
      )}
    </div>
  )
}

/** The editor listens for its keys outside the frame, too. */
const pressSave = (place: HTMLElement | null): void =>
  void place?.dispatchEvent(new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true, cancelable: true }))

/** Tab is a key of the sheet, so there is another way to leave it. */
function leave(place: HTMLElement | null, isBack: boolean): void {
  const stops = [
    ...document.querySelectorAll<HTMLElement>('a[href], button:not([disabled]), input, select, textarea'),
  ].filter((element) => element.checkVisibility({ visibilityProperty: true }))
  const isBefore = (element: HTMLElement): boolean =>
    place !== null && (place.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  const target = isBack ? stops.findLast(isBefore) : (stops.find((element) => !isBefore(element)) ?? stops[0])
  target?.focus()
}
