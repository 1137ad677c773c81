import type { ReactNode } from 'react'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { TopBar } from '#web/parts/top-bar.tsx'

export interface LoadingEditorProps {
  /** Undefined while it is not known. */
  readonly itemName: string | undefined
  /** What can be written already. */
  readonly children?: ReactNode
}

/** The bar and grey lines, until the text may be written in. */
export const LoadingEditor = ({ itemName, children }: LoadingEditorProps) => (
  <>
    <TopBar title={itemName} />
    <main className="edit-loading">
      {children}
      <Skeleton lines={8} />
    </main>
  </>
)
