import { lazy, Suspense } from 'react'
import { Skeleton } from '../parts/skeleton.tsx'
import type { Face } from '../session/editor-face.ts'
import type { FaceProps } from './face-controls.ts'

const RichFace = lazy(() => import('./rich/rich-face.tsx').then((m) => ({ default: m.RichFace })))
const SourceFace = lazy(() => import('./source/source-face.tsx').then((m) => ({ default: m.SourceFace })))
const SplitFace = lazy(() => import('./split-face.tsx').then((m) => ({ default: m.SplitFace })))

export interface PageEditorProps extends FaceProps {
  readonly face: Face
  readonly pageKey: string
}

/** One markdown text behind one of three faces. A new text or face needs a new `key`. */
export function PageEditor({ face, pageKey, ...rest }: PageEditorProps) {
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      {face === 'rich' && <RichFace {...rest} />}
      {face === 'source' && <SourceFace {...rest} />}
      {face === 'split' && <SplitFace {...rest} pageKey={pageKey} />}
    </Suspense>
  )
}
