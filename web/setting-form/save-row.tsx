import { Button } from '#web/parts/button.tsx'

export interface SaveRowProps {
  readonly label: string
  readonly isUnsaved: boolean
  readonly isSaving: boolean
  readonly unsavedText: string
}

/** The end of a form of settings: its button, and whether something is yet to be saved. */
export const SaveRow = ({ label, isUnsaved, isSaving, unsavedText }: SaveRowProps) => (
  <div className="form-actions">
    <Button type="submit" look="primary" disabled={!isUnsaved || isSaving}>
      {label}
    </Button>
    <span className="form-text" role="status">
      {isUnsaved && unsavedText}
    </span>
  </div>
)
