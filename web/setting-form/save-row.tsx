import type { ReactNode } from 'react'
import { WaitingButton } from '#web/parts/waiting-button.tsx'

export interface SaveRowProps {
  readonly label: string
  readonly isUnsaved: boolean
  readonly isSaving: boolean
  readonly unsavedText: string
  /** Further buttons. */
  readonly children?: ReactNode
}

/** The end of a form of settings: its button, and whether something is yet to be saved. */
export const SaveRow = ({ label, isUnsaved, isSaving, unsavedText, children }: SaveRowProps) => (
  <div className="form-actions">
    <WaitingButton type="submit" look="primary" isOff={!isUnsaved || isSaving}>
      {label}
    </WaitingButton>
    {children}
    <span className="form-text" role="status">
      {isUnsaved && unsavedText}
    </span>
  </div>
)
