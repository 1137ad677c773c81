import { useTranslation } from 'react-i18next'

/** As much as a browser displays without a noticeable delay. */
const SHOWN_CHARACTERS = 100_000

export interface PlainTextsProps {
  readonly before: string
  readonly after: string
}

/** Both texts unchanged, when a comparison would take too long. */
export function PlainTexts({ before, after }: PlainTextsProps) {
  const { t } = useTranslation('compare')
  const isCut = Math.max(before.length, after.length) > SHOWN_CHARACTERS
  return (
    <>
      <p className="diff-note" role="status">
        {t('tooDifferent')} {isCut && t('tooDifferent.cut')}
      </p>
      <div className="diff-plain">
        {[
          [t('before'), before],
          [t('after'), after],
        ].map(([label, text = '']) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
          <pre key={label} tabIndex={0} role="region" aria-label={label}>
            {text.slice(0, SHOWN_CHARACTERS)}
          </pre>
        ))}
      </div>
    </>
  )
}
