import { useTranslation } from 'react-i18next'
import type { ComparedPage } from './compared-page.ts'

export interface FactChangesProps {
  readonly compared: ComparedPage
}

/** Changes besides the text: title and catalog. */
export function FactChanges({ compared: { before, after, move } }: FactChangesProps) {
  const { t } = useTranslation('compare')
  const placeName = (place: readonly string[] | null) =>
    place === null ? t('place.unknown') : place.length === 0 ? t('place.root') : place.join(' / ')
  const facts = [
    ...(before.pageTitle === after.pageTitle ? [] : [[t('pageTitle'), before.pageTitle, after.pageTitle]]),
    ...(move ? [[t('place'), placeName(move.from), placeName(move.to)]] : []),
  ]
  if (facts.length === 0) return null
  return (
    <dl className="diff-facts">
      {facts.map(([name, from, to]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <del>{from}</del> <span aria-hidden>→</span> <ins>{to}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
