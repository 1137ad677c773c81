import type { ReactNode } from 'react'
import { Skeleton } from '#web/parts/skeleton.tsx'

export interface LoadingEditorProps {
  /** Elements that can already be edited. */
  readonly children?: ReactNode
}

/** Grey lines below the header, until the text can be edited. */
export const LoadingEditor = ({ children }: LoadingEditorProps) => (
  <main className="edit-loading">
    {children}
    <Skeleton lines={8} />
  </main>
)
