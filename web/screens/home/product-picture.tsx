import './product-picture.css'
import { ChevronDown, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'

const PAGES = [
  ['home.picture.pages.create', 'post'],
  ['home.picture.page', 'get'],
  ['home.picture.pages.remove', 'del'],
] as const

/** A small illustration of the reader with an API item; hidden from screen readers. */
export function ProductPicture() {
  const { t } = useTranslation('home')
  return (
    <div className="picture" aria-hidden>
      <div className="picture-side">
        <span className="picture-find">
          <Search />
          user_id
        </span>
        <span>{t('home.picture.pages.overview')}</span>
        <span>
          <ChevronDown />
          {t('home.picture.pages.users')}
        </span>
        {PAGES.map(([page, method]) => (
          <span key={page} className="picture-page" data-on={page === 'home.picture.page'}>
            {t(page)}
            <i data-method={method}>{method.toUpperCase()}</i>
          </span>
        ))}
        <span>{t('home.picture.pages.errors')}</span>
      </div>
      <PicturePage />
    </div>
  )
}

function PicturePage() {
  const { t } = useTranslation('home')
  return (
    <div className="picture-article">
      <strong>{t('home.picture.page')}</strong>
      <p>{t('home.picture.text')}</p>
      <div className="picture-endpoint">
        <i data-method="get">GET</i>
        /api/v1/users/&#123;uid&#125;
      </div>
      <div className="picture-table">
        <b>{t('home.picture.name')}</b>
        <b>{t('home.picture.type')}</b>
        <b>{t('home.picture.meaning')}</b>
        <code>uid</code>
        <span>int</span>
        <span>{t('home.picture.uid')}</span>
        <code>fields</code>
        <span>string</span>
        <span>{t('home.picture.fields')}</span>
      </div>
      <div className="picture-note">{t('home.picture.note')}</div>
    </div>
  )
}
