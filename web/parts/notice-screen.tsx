import type { ReactNode } from 'react'
import { ButtonLink } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { TopBar } from './top-bar.tsx'

export interface NoticeScreenProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  /** The next action. */
  readonly link?: { readonly href: string; readonly label: string }
  /** Several actions, instead of the link. */
  readonly actions?: ReactNode
}

/** A whole screen with a single message. */
export const NoticeScreen = ({ icon, title, text, link, actions }: NoticeScreenProps) => (
  <>
    <TopBar />
    <main className="screen">
      <EmptyState
        headingLevel={1}
        icon={icon}
        title={title}
        text={text}
        actions={link ? <ButtonLink href={link.href}>{link.label}</ButtonLink> : actions}
      />
    </main>
  </>
)
