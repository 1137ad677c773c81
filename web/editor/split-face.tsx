import './split-face.css'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../parts/button.tsx'
import { showToast } from '../parts/toast-store.ts'
import { takeTip } from '../session/tipped-pages.ts'
import type { FaceControls, FaceProps } from './face-controls.ts'
import { isLivePreview } from './page-size.ts'
import { SourceFace } from './source/source-face.tsx'
import { lazyPart, Part } from '../parts/part.tsx'

const Preview = lazyPart(async () => (await import('./preview/preview.tsx')).Preview)
const PREVIEW_DELAY_MS = 150

/** Markdown on the left, what readers will see on the right; live as long as the page is not long (spec §4). */
export function SplitFace({ onTouched, onControls, ...face }: FaceProps) {
  const { t } = useTranslation('editor')
  const [previewed, setPreviewed] = useState(face.content)
  const [isLive, setLive] = useState(isLivePreview(face.content))
  const controls = useRef<FaceControls | null>(null)
  const timer = useRef(0)

  const refresh = () => setPreviewed(controls.current?.content() ?? face.content)
  const touched = () => {
    onTouched()
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      const text = controls.current?.content() ?? ''
      setLive(isLivePreview(text))
      if (isLivePreview(text)) setPreviewed(text)
    }, PREVIEW_DELAY_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isLive && takeTip(face.pageKey)) showToast(t('preview.offTip'), 'info')
  }, [isLive, face.pageKey, t])

  return (
    <div className="split-face">
      <SourceFace
        {...face}
        onTouched={touched}
        onControls={(given) => {
          controls.current = given
          onControls(given)
        }}
      />
      <div className="split-preview">
        {!isLive && (
          <div className="split-preview-off">
            <span>{t('preview.off')}</span>
            <Button onClick={refresh}>{t('preview.refresh')}</Button>
          </div>
        )}
        <Part>
          <Preview markdown={previewed} />
        </Part>
      </div>
    </div>
  )
}
