import type { ReactNode } from 'react'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { TopBar } from '#web/parts/top-bar.tsx'
import { FindButton } from '#web/search/find-button.tsx'

export interface LoadingEditorProps {
  /** Undefined while unknown. */
  readonly itemName: string | undefined
  /** Elements that can already be edited. */
  readonly children?: ReactNode
}

/** The toolbar and grey lines, until the text can be edited. */
export const LoadingEditor = ({ itemName, children }: LoadingEditorProps) => (
  <>
    <TopBar title={itemName}>
      <FindButton />
    </TopBar>
    <main className="edit-loading">
      {children}
      <Skeleton lines={8} />
    </main>
  </>
)
