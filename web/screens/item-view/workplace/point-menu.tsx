import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { itemsIn, moveFocus } from '#web/parts/menu.tsx'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface PointMenuProps {
  readonly label: string
  /** Position of its corner in the window; adjusted to fit. */
  readonly at: Point
  /** `MenuItem`s and `MenuLine`s. */
  readonly children: ReactNode
  onClose(): void
}

const EDGE = 8

/** A context menu at the pointer. The focus returns to what opened it, unless the pointer chooses another place. */
export function PointMenu({ label, at, children, onClose }: PointMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState(at)
  useLayoutEffect(() => {
    const { offsetWidth: width, offsetHeight: height } = menu.current ?? { offsetWidth: 0, offsetHeight: 0 }
    setPlace({
      x: Math.max(EDGE, Math.min(at.x, window.innerWidth - width - EDGE)),
      y: Math.max(EDGE, Math.min(at.y, window.innerHeight - height - EDGE)),
    })
  }, [at])
  const opener = useRef<Element | null>(null)
  const close = () => {
    onClose()
    const { current: element } = opener
    if (element instanceof HTMLElement && element !== document.body && element.isConnected) element.focus()
  }
  useEffect(() => {
    opener.current ??= document.activeElement
    itemsIn(menu.current)[0]?.focus()
    const closeOutside = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) onClose()
    }
    document.addEventListener('pointerdown', closeOutside)
    window.addEventListener('resize', onClose)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      window.removeEventListener('resize', onClose)
    }
  }, [onClose])
  return (
    <div
      ref={menu}
      className="menu-items point-menu"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      style={{ left: place.x, top: place.y }}
      onClick={close}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key === 'Escape' || event.key === 'Tab') close()
        else if (!moveFocus(itemsIn(menu.current), event.key)) return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      {children}
    </div>
  )
}
