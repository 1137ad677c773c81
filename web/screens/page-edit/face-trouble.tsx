import { useTranslation } from 'react-i18next'
import type { KnownFace } from '#web/editor/kind-faces.ts'
import { useFormats } from '#web/i18n/formats.ts'
import { Button } from '#web/parts/button.tsx'
import type { PageWork } from './use-page-work.ts'

export interface FaceTroubleNoticeProps {
  readonly face: KnownFace
  readonly work: Pick<PageWork, 'faceTrouble' | 'leaveFace'>
  onRetry(): void
}

/** Says that the displayed face does not give its text, what is kept, and what can be done. */
export function FaceTroubleNotice({ face, work: { faceTrouble, leaveFace }, onRetry }: FaceTroubleNoticeProps) {
  const { t } = useTranslation('editor')
  const { clock } = useFormats()
  if (!faceTrouble) return null
  const { kind, readAt } = faceTrouble
  const who =
    face.pluginId === null
      ? t('faceTrouble.view', { view: t(face.title as never, { ns: face.texts }) })
      : t('faceTrouble.plugin', { plugin: face.pluginId })
  return (
    <div className="edit-notice" role="alert">
      <span>{t(`faceTrouble.${kind}`, { who, time: clock(readAt) })}</span>
      {kind === 'broken' && <Button onClick={onRetry}>{t('state.retry')}</Button>}
      {face.id !== 'source' && <Button onClick={leaveFace}>{t('faceTrouble.source')}</Button>}
    </div>
  )
}
