import { Skeleton } from '#web/parts/skeleton.tsx'
import { TopBar } from '#web/parts/top-bar.tsx'

export interface LoadingEditorProps {
  /** Undefined while it is not known. */
  readonly itemName: string | undefined
}

/** The bar and grey lines, until the text may be written in. */
export const LoadingEditor = ({ itemName }: LoadingEditorProps) => (
  <>
    <TopBar title={itemName} />
    <main className="edit-loading">
      <Skeleton lines={8} />
    </main>
  </>
)
