import { useTranslation } from 'react-i18next'
import type { KnownFace } from '#web/editor/kind-faces.ts'

export interface FaceSwitchProps {
  readonly faces: readonly KnownFace[]
  /** The id of the displayed one. */
  readonly face: string
  onChange(face: string): void
}

/** The faces of the page kind, e.g. rich text, markdown, and markdown beside its preview. */
export function FaceSwitch({ faces, face, onChange }: FaceSwitchProps) {
  const { t } = useTranslation('editor')
  // The types of the product's texts do not include keys of plugins.
  const titleOf = ({ title, texts }: KnownFace): string => t(title as never, { ns: texts })
  return (
    <fieldset className="face-switch">
      <legend className="visually-hidden">{t('face.label')}</legend>
      {faces.map((choice) => (
        <label key={choice.id}>
          <input
            type="radio"
            name="face"
            value={choice.id}
            className="visually-hidden"
            checked={choice.id === face}
            onChange={() => onChange(choice.id)}
          />
          <span title={titleOf(choice)}>
            {choice.icon}
            <span className={choice.icon === undefined ? undefined : 'edit-label'}>{titleOf(choice)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
