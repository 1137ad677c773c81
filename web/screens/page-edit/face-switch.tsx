import { useTranslation } from 'react-i18next'
import type { KnownFace } from '#web/editor/kind-faces.ts'

export interface FaceSwitchProps {
  readonly faces: readonly KnownFace[]
  /** The id of the one that is shown. */
  readonly face: string
  onChange(face: string): void
}

/** The faces of the kind of page: rich text, markdown, or markdown beside its preview, say. */
export function FaceSwitch({ faces, face, onChange }: FaceSwitchProps) {
  const { t } = useTranslation('editor')
  // Keys of plugins are not known to the types of the product's texts.
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
