import './top-bar.css'
import type { ReactNode } from 'react'
import { Brand } from './brand.tsx'
import { showBar } from './shown-bar.ts'
import { LanguageMenu, SchemeButton } from '../account/preferences.tsx'
import { UserMenu } from '../account/user-menu.tsx'

export interface TopBarProps {
  /** Left of the brand: the button of a drawer. */
  readonly start?: ReactNode
  /** Where one is. */
  readonly title?: ReactNode
  /** After the title: a search box. */
  readonly children?: ReactNode
  /** What can be done here, before language, colours and account. */
  readonly actions?: ReactNode
}

/** The bar every screen has. */
export const TopBar = ({ start, title, children, actions }: TopBarProps) => (
  <header className="top-bar" ref={showBar}>
    {start}
    <Brand />
    {title && <span className="top-bar-title">{title}</span>}
    {children}
    <span className="top-bar-space" />
    {actions}
    <LanguageMenu />
    <SchemeButton />
    <UserMenu />
  </header>
)
