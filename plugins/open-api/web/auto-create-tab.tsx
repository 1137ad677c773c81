import { atSite } from '#web/site-path.ts'
import { useOpenApiText } from './texts.ts'
import './open-api.css'

const WAYS = ['page', 'code', 'database'] as const

/** Explains how programs create pages (ADD-22). */
export function AutoCreateTab() {
  const t = useOpenApiText()
  return (
    <div className="open-api-tips">
      <p>{t('auto.text')}</p>
      <ul>
        {WAYS.map((way) => (
          <li key={way}>{t(`auto.${way}`)}</li>
        ))}
      </ul>
      <p>{t('auto.where')}</p>
      <p>
        <a href={atSite('/api')} target="_blank" rel="noreferrer">
          {t('use.document')}
        </a>
      </p>
    </div>
  )
}
