import { Skeleton } from '../parts/skeleton.tsx'
import type { Face } from '../session/editor-face.ts'
import type { FaceProps } from './face-controls.ts'
import { lazyPart, Part } from '../parts/part.tsx'

const RichFace = lazyPart(async () => (await import('./rich/rich-face.tsx')).RichFace)
const SourceFace = lazyPart(async () => (await import('./source/source-face.tsx')).SourceFace)
const SplitFace = lazyPart(async () => (await import('./split-face.tsx')).SplitFace)

export interface PageEditorProps extends FaceProps {
  readonly face: Face
  readonly pageKey: string
}

/** One markdown text behind one of three faces. A new text or face needs a new `key`. */
export function PageEditor({ face, pageKey, ...rest }: PageEditorProps) {
  return (
    <Part waiting={<Skeleton lines={8} />}>
      {face === 'rich' && <RichFace {...rest} />}
      {face === 'source' && <SourceFace {...rest} />}
      {face === 'split' && <SplitFace {...rest} pageKey={pageKey} />}
    </Part>
  )
}
