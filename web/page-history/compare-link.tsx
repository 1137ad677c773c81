import type { ReactNode } from 'react'
import { ButtonLink, type ButtonLook } from '#web/parts/button.tsx'
import { comparePath } from './compare-path.ts'
import { atSite } from '#web/site-path.ts'

export interface CompareLinkProps {
  readonly pageId: number
  readonly one: number
  /** 0 for the current page. */
  readonly other: number
  readonly isBesideEditor?: boolean | undefined
  readonly look?: ButtonLook
  readonly children: ReactNode
}

/** A link to the comparison of two states of a page; beside the editor in a new tab. */
export function CompareLink({ pageId, one, other, isBesideEditor, look = 'quiet', children }: CompareLinkProps) {
  const href = comparePath(pageId, one, other)
  if (!isBesideEditor)
    return (
      <ButtonLink look={look} href={href}>
        {children}
      </ButtonLink>
    )
  return (
    <a className="button" data-look={look} href={atSite(href)} target="_blank" rel="noopener">
      {children}
    </a>
  )
}
