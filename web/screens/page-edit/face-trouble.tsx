import { useTranslation } from 'react-i18next'
import type { KnownFace } from '#web/editor/kind-faces.ts'
import { htmlLang } from '#web/i18n/i18n.ts'
import { Button } from '#web/parts/button.tsx'
import type { PageWork } from './use-page-work.ts'

export interface FaceTroubleNoticeProps {
  readonly face: KnownFace
  readonly work: Pick<PageWork, 'faceTrouble' | 'leaveFace'>
  onRetry(): void
}

/** Says that the displayed face does not give its text, what is kept, and what can be done. */
export function FaceTroubleNotice({ face, work: { faceTrouble, leaveFace }, onRetry }: FaceTroubleNoticeProps) {
  const { t, i18n } = useTranslation('editor')
  if (!faceTrouble) return null
  const { kind, readAt } = faceTrouble
  const time = readAt.toLocaleTimeString(htmlLang(i18n.language), { hour: '2-digit', minute: '2-digit' })
  const plugin = face.pluginId ?? t(face.title as never, { ns: face.texts })
  return (
    <div className="edit-notice" role="alert">
      <span>{t(`faceTrouble.${kind}`, { plugin, time })}</span>
      {kind === 'broken' && <Button onClick={onRetry}>{t('state.retry')}</Button>}
      {face.id !== 'source' && <Button onClick={leaveFace}>{t('faceTrouble.source')}</Button>}
    </div>
  )
}
