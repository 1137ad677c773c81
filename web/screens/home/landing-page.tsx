import './landing-page.css'
import { BookOpen, Braces, Database, History, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Brand } from '../../parts/brand.tsx'
import { ButtonLink } from '../../parts/button.tsx'
import { LanguageMenu, SchemeButton } from '#web/account/preferences.tsx'
import { useDocumentTitle } from '../../parts/use-document-title.ts'
import { useSamplePath } from '../../parts/use-sample-path.ts'
import { useCurrentUser } from '../../session/current-user.tsx'
import { ProductPicture } from './product-picture.tsx'
import { atSite } from '#web/site-path.ts'

export interface LandingPageProps {
  /** Shown in Chinese only (spec §1); '' for none. */
  readonly filingNumber: string
}

export function LandingPage({ filingNumber }: LandingPageProps) {
  const { t, i18n } = useTranslation('home')
  const user = useCurrentUser()
  // Sites with the sample content link to it; others have an explanation further down this page.
  const demo = addressAt(useSamplePath('demo')) ?? '#look'
  const help = addressAt(useSamplePath('help')) ?? '#begin'
  useDocumentTitle()

  return (
    <div className="landing">
      <header className="landing-bar">
        <Brand />
        <nav aria-label={t('home.main')}>
          <a href={demo}>{t('home.demo')}</a>
          <a href={help}>{t('home.help')}</a>
          <a href={atSite('/api')}>{t('home.api')}</a>
        </nav>
        <LanguageMenu />
        <SchemeButton />
        {user ? (
          <ButtonLink href="/item/index">{t('home.myItems')}</ButtonLink>
        ) : (
          <ButtonLink href="/user/login">{t('home.loginOrRegister')}</ButtonLink>
        )}
      </header>
      <main>
        <section className="landing-hero">
          <h1>{t('home.title')}</h1>
          <p>{t('home.tagline')}</p>
          <div className="landing-actions">
            {user ? (
              <ButtonLink look="primary" href="/item/index">
                {t('home.myItems')}
              </ButtonLink>
            ) : (
              <ButtonLink look="primary" href="/user/register">
                {t('home.begin')}
              </ButtonLink>
            )}
            <a className="button" href={demo}>
              <BookOpen aria-hidden />
              {t('home.demo')}
            </a>
          </div>
        </section>
        <div id="look">
          <ProductPicture />
        </div>
        <Features />
        <Steps />
      </main>
      <footer className="landing-foot">
        <p>{t('home.own')}</p>
        {i18n.language === 'zh-cn' && filingNumber !== '' && <p>{filingNumber}</p>}
      </footer>
    </div>
  )
}

function Features() {
  const { t } = useTranslation('home')
  return (
    <section className="landing-part">
      <h2>{t('home.featuresTitle')}</h2>
      <div className="landing-features">
        <Feature icon={<Braces />} title={t('home.feature.api.title')} text={t('home.feature.api.text')} />
        <Feature icon={<Database />} title={t('home.feature.data.title')} text={t('home.feature.data.text')} />
        <Feature icon={<Search />} title={t('home.feature.search.title')} text={t('home.feature.search.text')} />
        <Feature icon={<History />} title={t('home.feature.history.title')} text={t('home.feature.history.text')} />
      </div>
    </section>
  )
}

interface FeatureProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
}

const Feature = ({ icon, title, text }: FeatureProps) => (
  <article>
    <span aria-hidden>{icon}</span>
    <h3>{title}</h3>
    <p>{text}</p>
  </article>
)

const addressAt = (path: string | null): string | null => path && atSite(path)

const STEPS = [
  ['home.beginFirst.title', 'home.beginFirst.text'],
  ['home.beginSecond.title', 'home.beginSecond.text'],
  ['home.beginThird.title', 'home.beginThird.text'],
] as const

function Steps() {
  const { t } = useTranslation('home')
  return (
    <section className="landing-part" id="begin">
      <h2>{t('home.stepsTitle')}</h2>
      <ol className="landing-steps">
        {STEPS.map(([title, text]) => (
          <li key={title}>
            <h3>{t(title)}</h3>
            <p>{t(text)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
