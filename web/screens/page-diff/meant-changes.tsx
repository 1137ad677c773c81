import { TriangleAlert } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ComparedPage } from './compared-page.ts'

/** What the changes mean for clients of the page; nothing when unknown. */
export function MeantChanges({ compared: { changes } }: { readonly compared: Pick<ComparedPage, 'changes'> }) {
  const { t } = useTranslation('compare')
  const id = useId()
  if (changes.length === 0) return null
  const breaking = changes.filter(({ isBreaking }) => isBreaking)
  const others = changes.filter(({ isBreaking }) => !isBreaking)
  return (
    <div className="diff-meaning">
      {breaking.length > 0 && (
        <section aria-labelledby={`${id}-breaking`} data-breaking>
          <h2 id={`${id}-breaking`}>
            <TriangleAlert aria-hidden />
            {t('meaning.breaking', { count: breaking.length })}
          </h2>
          <Texts changes={breaking} />
        </section>
      )}
      {others.length > 0 && (
        <section aria-labelledby={`${id}-others`}>
          <h2 id={`${id}-others`}>{t('meaning.others', { count: others.length })}</h2>
          <Texts changes={others} />
        </section>
      )}
    </div>
  )
}

const Texts = ({ changes }: Pick<ComparedPage, 'changes'>) => (
  <ul>
    {changes.map(({ text }, at) => (
      // Two rows may have the same name, and nothing is moved here.
      <li key={at}>{text}</li>
    ))}
  </ul>
)
