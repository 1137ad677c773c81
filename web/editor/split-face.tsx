import './split-face.css'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { ownName } from '../session/own-names.ts'
import type { FaceControls, TextFaceProps } from './face-controls.ts'
import { isLivePreview } from './page-size.ts'
import { showLine, type ScrolledLine } from './preview/scrolled-line.ts'
import { SourceFace } from './source/source-face.tsx'
import { lazyPart, Part } from '../parts/part.tsx'
import { useKeptPreview } from './use-kept-preview.ts'

const Preview = lazyPart(async () => (await import('./preview/preview.tsx')).Preview)
const PREVIEW_DELAY_MS = 150
/** A preview that takes longer would be felt in every key. */
const SLOW_MS = 200
/** In a row: the first one has to warm up, and any may meet a busy moment. */
const SLOW_ROUNDS = 2
const TIPPED_KEY = 'tipped_pages'
/** The oldest entries are dropped, so their tips are shown again. */
const MOST_TIPPED = 200

/**
 * Markdown on the left, what readers will see on the right, at the same place of the text. It follows what is typed as
 * long as the page is not long (spec §4); of a long page as well for whoever wants it, unless that takes too long.
 */
export function SplitFace({ onTouched, onControls, ...face }: TextFaceProps) {
  const { t } = useTranslation('editor')
  const [previewed, setPreviewed] = useState(face.content)
  const [isLong, setLong] = useState(!isLivePreview(face.content))
  const [isKept, keepPreview] = useKeptPreview()
  const [slowRounds, setSlowRounds] = useState(0)
  const isSlow = slowRounds >= SLOW_ROUNDS
  const controls = useRef<FaceControls | null>(null)
  const preview = useRef<HTMLDivElement>(null)
  const timer = useRef(0)
  const mayFollow = isKept && !isSlow
  const isLive = !isLong || mayFollow

  const refresh = () => setPreviewed(controls.current?.content() ?? face.content)
  const touched = () => {
    onTouched()
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      const text = controls.current?.content() ?? ''
      const isShort = isLivePreview(text)
      setLong(!isShort)
      if (isShort || mayFollow) setPreviewed(text)
    }, PREVIEW_DELAY_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const rendered = useCallback(
    (milliseconds: number) => setSlowRounds((before) => (milliseconds > SLOW_MS ? before + 1 : 0)),
    [],
  )
  const scrolled = (line: ScrolledLine) => preview.current && showLine(preview.current, line)

  return (
    <div className="split-face">
      <SourceFace
        {...face}
        onTouched={touched}
        onScrolled={scrolled}
        onControls={(given) => {
          controls.current = given
          onControls(given)
        }}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keyboard as well */}
      <div className="split-preview" ref={preview} role="region" aria-label={t('preview.label')} tabIndex={0}>
        {!isLive && (
          <PreviewOff
            pageKey={face.pageKey}
            isSlow={isKept}
            onRefresh={refresh}
            onKeep={() => {
              keepPreview()
              refresh()
            }}
          />
        )}
        <Part>
          <Preview markdown={previewed} onRendered={rendered} />
        </Part>
      </div>
    </div>
  )
}

interface PreviewOffProps {
  readonly pageKey: string
  /** It is off because it takes long, and not because the page is long. */
  readonly isSlow: boolean
  onRefresh(): void
  onKeep(): void
}

/** In place of a preview that follows: the tip once for each page, and what can be done about it. */
function PreviewOff({ pageKey, isSlow, onRefresh, onKeep }: PreviewOffProps) {
  const { t } = useTranslation('editor')
  const [isTipDue] = useState(() => takeTip(pageKey))
  return (
    <div className="split-preview-off" role="status" data-stays>
      {isSlow ? <span>{t('preview.slow')}</span> : isTipDue && <span>{t('preview.offTip')}</span>}
      <span className="split-preview-actions">
        <Button onClick={onRefresh}>{t('preview.refresh')}</Button>
        {!isSlow && <Button onClick={onKeep}>{t('preview.keep')}</Button>}
      </span>
    </div>
  )
}

/** Whether to show the tip about long pages in this browser; shown once for each page (spec §4). */
function takeTip(pageKey: string): boolean {
  try {
    const tipped = tippedPages()
    if (tipped.includes(pageKey)) return false
    localStorage.setItem(ownName(TIPPED_KEY), JSON.stringify([...tipped, pageKey].slice(-MOST_TIPPED)))
  } catch {
    // Without storage it is shown each time.
  }
  return true
}

function tippedPages(): readonly string[] {
  const kept: unknown = JSON.parse(localStorage.getItem(ownName(TIPPED_KEY)) ?? '[]')
  return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []
}
