import './work-frame.css'
import { ArrowLeft } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import { Link } from 'wouter'
import { FindButton } from '../search/find-button.tsx'
import { Themed } from '../theme/themed.tsx'
import { Skeleton } from './skeleton.tsx'
import { TopBar } from './top-bar.tsx'
import { TypedAhead } from './typed-ahead.tsx'
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
  /** 'widest' for tables of many columns. */
  readonly width?: 'widest' | 'wide' | 'narrow'
  readonly children: ReactNode
}

/** A header, a heading and the content below. */
export const WorkFrame = ({ barActions, ...work }: WorkFrameProps) => (
  <Themed>
    <TopBar title={work.place} actions={barActions}>
      <FindButton />
    </TopBar>
    <WorkMain {...work} />
  </Themed>
)

/** The same below a header that is there already. */
export function WorkMain(props: Omit<WorkFrameProps, 'barActions'>) {
  const { title, place, back, actions, width = 'wide', children } = props
  useDocumentTitle(title, place)
  return (
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
      {/* What comes late may wait for texts of its own: neither the header nor a press on one of its buttons goes with it. */}
      <Suspense
        fallback={
          <>
            <Skeleton lines={6} />
            <TypedAhead />
          </>
        }
      >
        {children}
      </Suspense>
    </main>
  )
}
