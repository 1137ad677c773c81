import './work-frame.css'
import { ArrowLeft, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { wishSearch } from '../search/search-wish.ts'
import { useCurrentUser } from '../session/current-user.tsx'
import { Themed } from '../theme/themed.tsx'
import { IconButton } from './icon-button.tsx'
import { TopBar } from './top-bar.tsx'
import { useDocumentTitle } from './use-document-title.ts'

export interface WorkFrameProps {
  /** The heading of the screen, also used as document title. */
  readonly title: string
  /** The location, in the header and the document title; e.g. an item's name. */
  readonly place?: string | undefined
  readonly back?: { readonly href: string; readonly label: string }
  /** Beside the heading. */
  readonly actions?: ReactNode
  /** In the header. */
  readonly barActions?: ReactNode
  readonly width?: 'wide' | 'narrow'
  readonly children: ReactNode
}

/** A header, a heading and the content below. */
export function WorkFrame({ title, place, back, actions, barActions, width = 'wide', children }: WorkFrameProps) {
  useDocumentTitle(title, place)
  const { t } = useTranslation()
  const user = useCurrentUser()
  return (
    <Themed>
      <TopBar title={place} actions={barActions}>
        {user && (
          <IconButton label={t('nav.find')} aria-keyshortcuts="Control+K" onClick={() => wishSearch(true)}>
            <Search aria-hidden />
          </IconButton>
        )}
      </TopBar>
      <main className="work" data-width={width}>
        {back && (
          <Link className="work-back" href={back.href}>
            <ArrowLeft aria-hidden />
            {back.label}
          </Link>
        )}
        <div className="work-head">
          <h1>{title}</h1>
          {actions}
        </div>
        {children}
      </main>
    </Themed>
  )
}
