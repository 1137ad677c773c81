import './auth-frame.css'
import type { ReactNode } from 'react'
import { Themed } from '../theme/themed.tsx'
import { Brand } from '../parts/brand.tsx'
import { LanguageMenu, SchemeButton } from './preferences.tsx'

export interface AuthFrameProps {
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
  /** The alternative, below the card. */
  readonly below?: ReactNode
}

/** A single centred card, for screens before logging in. */
export const AuthFrame = ({ title, text, children, below }: AuthFrameProps) => (
  <Themed>
    <div className="auth">
      <header className="auth-bar">
        <Brand />
        <LanguageMenu />
        <SchemeButton />
      </header>
      <main className="auth-main">
        <section className="auth-card">
          <hgroup>
            <h1>{title}</h1>
            <p>{text}</p>
          </hgroup>
          {children}
        </section>
        {below && <p className="auth-below">{below}</p>}
      </main>
    </div>
  </Themed>
)
