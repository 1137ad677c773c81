import { useTranslation } from 'react-i18next'
import { FACES, type Face } from '#web/session/editor-face.ts'

export interface FaceSwitchProps {
  readonly face: Face
  onChange(face: Face): void
}

/** Rich text, markdown, or markdown beside its preview. */
export function FaceSwitch({ face, onChange }: FaceSwitchProps) {
  const { t } = useTranslation('editor')
  return (
    <fieldset className="face-switch">
      <legend className="visually-hidden">{t('face.label')}</legend>
      {FACES.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name="face"
            className="visually-hidden"
            checked={choice === face}
            onChange={() => onChange(choice)}
          />
          <span>{t(`face.${choice}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
