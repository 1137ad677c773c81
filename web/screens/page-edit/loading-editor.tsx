import type { ReactNode } from 'react'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useFileDrop } from './files/use-file-drop.ts'

export interface LoadingEditorProps {
  /** Elements that can already be edited. */
  readonly children?: ReactNode
  /** Files were dropped; they are ignored when left out. */
  readonly onFiles?: (files: readonly File[]) => void
}

/** Grey lines below the header, until the text can be edited. */
export const LoadingEditor = ({ children, onFiles }: LoadingEditorProps) => (
  <main className="edit-loading" {...useFileDrop((files) => onFiles?.(files))}>
    {children}
    <Skeleton lines={8} />
  </main>
)
