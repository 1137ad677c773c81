import { Slot } from '../extensions/slot.tsx'
import { Part } from '../parts/part.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import type { FaceProps } from './face-controls.ts'
import type { KnownFace } from './kind-faces.ts'

export interface PageEditorProps extends FaceProps {
  readonly face: KnownFace
}

/** A content in one of the faces of its kind. A new content or face needs a new `key`. */
export function PageEditor({ face: { Component, pluginId }, ...rest }: PageEditorProps) {
  const waiting = <Skeleton lines={8} />
  const face = <Component {...rest} />
  return pluginId === null ? (
    <Part waiting={waiting}>{face}</Part>
  ) : (
    <Slot pluginId={pluginId} waiting={waiting}>
      {face}
    </Slot>
  )
}
