import { useTranslation } from 'react-i18next'
import type { KnownFace } from '#web/editor/kind-faces.ts'
import { MARKDOWN } from '#web/editor/markdown-faces.tsx'

export interface KindNoticeProps {
  readonly kind: string
  readonly faces: readonly KnownFace[]
  /** The names of the plugins that may be missing; '' if unknown. */
  readonly plugins: string
}

/** Says that a page can only be edited as it is stored, because its kind has no face of its own here. */
export function KindNotice({ kind, faces, plugins }: KindNoticeProps) {
  const { t } = useTranslation('editor')
  if (kind === MARKDOWN || faces.some(({ pluginId }) => pluginId !== null)) return null
  return (
    <div className="edit-notice" role="status">
      <span>{plugins === '' ? t('kind.missing') : t('kind.missingPlugin', { plugin: plugins })}</span>
    </div>
  )
}
