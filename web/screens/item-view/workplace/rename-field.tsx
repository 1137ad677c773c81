import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#core/limits.ts'
import type { MenuNode } from '../menu-nodes.ts'

export interface RenameFieldProps {
  readonly node: MenuNode
  /** Null when the name does not change. */
  onEnd(title: string | null): void
}

/** Input for the name of a page or catalog, in place of its row. Enter and blur accept the text, Esc cancels. */
export function RenameField({ node, onEnd }: RenameFieldProps) {
  const { t } = useTranslation('tree')
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const end = (isKept: boolean) => {
    if (isOver.current) return
    isOver.current = true
    const title = field.current?.value.trim() ?? ''
    onEnd(isKept && title !== '' && title !== node.title ? title : null)
  }
  return (
    <input
      ref={field}
      className="rename-field"
      aria-label={t('rename.label', { title: node.title })}
      defaultValue={node.title}
      maxLength={node.kind === 'page' ? limits.titleLength : limits.nameLength}
      autoComplete="off"
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') end(true)
        if (event.key === 'Escape') end(false)
      }}
    />
  )
}
