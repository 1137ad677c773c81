import { CodeXml, Columns2, Type } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FACES, type Face } from '#web/session/editor-face.ts'

export interface FaceSwitchProps {
  readonly face: Face
  onChange(face: Face): void
}

const ICONS: Readonly<Record<Face, ReactNode>> = {
  rich: <Type aria-hidden />,
  source: <CodeXml aria-hidden />,
  split: <Columns2 aria-hidden />,
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
            value={choice}
            className="visually-hidden"
            checked={choice === face}
            onChange={() => onChange(choice)}
          />
          <span title={t(`face.${choice}`)}>
            {ICONS[choice]}
            <span className="edit-label">{t(`face.${choice}`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
