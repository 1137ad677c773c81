import type { ReactNode } from 'react'
import { Button } from '#web/parts/button.tsx'

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
    <Button type="submit" look="primary" disabled={!isUnsaved || isSaving}>
      {label}
    </Button>
    {children}
    <span className="form-text" role="status">
      {isUnsaved && unsavedText}
    </span>
  </div>
)
