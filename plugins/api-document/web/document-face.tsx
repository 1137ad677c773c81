import './document.css'
import './document-form.css'
import { useMemo, useRef } from 'react'
import type { FaceProps } from '#web/editor/face-controls.ts'
import { readJson } from '#plugins/format-tools/api.ts'
import { DocumentForm } from './document-form.tsx'
import { useDocumentText } from './texts.ts'
import { useDocument } from './use-document.ts'

/** A document as a form. Values without a field are not changed. */
export function DocumentFace(props: FaceProps) {
  const t = useDocumentText()
  const place = useRef<HTMLDivElement>(null)
  const { content, change } = useDocument(props, place)
  const { root, isWhole } = useMemo(() => readJson(content), [content])
  return (
    <div className="api-form api-face" ref={place}>
      {isWhole && root?.kind === 'object' ? (
        <DocumentForm content={content} root={root} isReadOnly={props.isReadOnly} onChange={change} />
      ) : (
        <p role="alert">{t('unreadable')}</p>
      )}
    </div>
  )
}
