import './reader-layout.css'
import { PanelLeft } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '#web/parts/icon-button.tsx'
import { TopBar } from '#web/parts/top-bar.tsx'
import { useIsInBrowser } from '#web/parts/use-is-in-browser.ts'
import { lazyPart, Part } from '#web/parts/part.tsx'

const ReaderExtras = lazyPart(async () => (await import('#web/reader-parts.ts')).ReaderExtras)
const Drawer = lazyPart(async () => (await import('./drawer.tsx')).Drawer)

export const MAIN_ID = 'main'

export interface ReaderLayoutProps {
  readonly title: ReactNode
  /** The search box. */
  readonly search?: ReactNode
  readonly actions?: ReactNode
  /** The tree; undefined for single pages. Rendered a second time in the drawer of narrow screens. */
  readonly renderSide?: ((onChosen: () => void) => ReactNode) | undefined
  readonly contents?: ReactNode
  readonly isFullScreen: boolean
  /** Left out when there is no item. */
  readonly hasWatermark?: boolean
  readonly children: ReactNode
}

const NOTHING = () => {}

/** Tree, text and table of contents side by side, with the widths of spec §9. */
export function ReaderLayout(props: ReaderLayoutProps) {
  const { title, search, actions, renderSide, contents, isFullScreen, hasWatermark, children } = props
  const { t } = useTranslation('reader')
  const isInBrowser = useIsInBrowser()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const closeDrawer = () => setDrawerOpen(false)
  return (
    <div className="reader" data-full-screen={isFullScreen || undefined} data-single={renderSide ? undefined : true}>
      <a className="skip-link" href={`#${MAIN_ID}`}>
        {t('layout.skip')}
      </a>
      <TopBar
        start={
          renderSide && (
            <IconButton className="drawer-button" label={t('layout.menu')} onClick={() => setDrawerOpen(true)}>
              <PanelLeft />
            </IconButton>
          )
        }
        title={title}
        actions={actions}
      >
        {search}
      </TopBar>
      <div className="reader-body">
        {renderSide && (
          <aside className="side" aria-label={t('tree.label')}>
            {renderSide(NOTHING)}
          </aside>
        )}
        <main id={MAIN_ID} tabIndex={-1}>
          {children}
        </main>
        {contents}
      </div>
      <Part isExtra>{isInBrowser && <ReaderExtras hasWatermark={hasWatermark} />}</Part>
      {isDrawerOpen && renderSide && (
        <Part onClose={closeDrawer}>
          <Drawer title={title} onClose={closeDrawer}>
            {renderSide(closeDrawer)}
          </Drawer>
        </Part>
      )}
    </div>
  )
}
