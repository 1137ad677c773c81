import './menu.css'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from 'wouter'

export interface MenuProps {
  /** The button that opens it, given its required props. */
  readonly renderOpener: (props: MenuOpenerProps) => ReactNode
  /** `MenuItem`s and `MenuLine`s. */
  readonly children: ReactNode
}
export interface MenuOpenerProps {
  readonly 'aria-haspopup': 'menu'
  readonly 'aria-expanded': boolean
  readonly 'aria-controls': string
  readonly onClick: () => void
}

/** A button with a menu, for mouse and keyboard. */
export function Menu({ renderOpener, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const menuId = useId()
  const close = () => {
    setOpen(false)
    place.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
  }

  useEffect(() => {
    if (!isOpen) return undefined
    // Entries still loading are reached by the arrow keys from the menu itself.
    const [first = document.getElementById(menuId)] = itemsIn(place.current)
    first?.focus()
    const closeOutside = (event: PointerEvent) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen, menuId])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') setOpen(false)
    else if (!moveFocus(itemsIn(place.current), event.key)) return
    if (event.key !== 'Tab') event.preventDefault()
  }

  return (
    <div className="menu" ref={place}>
      {renderOpener({
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': menuId,
        onClick: () => setOpen(!isOpen),
      })}
      {isOpen && (
        <div className="menu-items" id={menuId} role="menu" tabIndex={-1} onKeyDown={onKeyDown} onClick={close}>
          {children}
        </div>
      )}
    </div>
  )
}

/** The entries of a menu. */
export const itemsIn = (place: HTMLElement | null): HTMLElement[] => [
  ...(place?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
]

/** @returns whether the key moves the focus among these */
export function moveFocus(items: readonly HTMLElement[], key: string): boolean {
  const at = items.findIndex((item) => item === document.activeElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[key]
  if (next === undefined) return false
  items.at(next % items.length)?.focus()
  return true
}

export interface MenuItemProps {
  readonly icon?: ReactNode
  readonly look?: 'danger'
  readonly children: ReactNode
  /** A link, or… */
  readonly href?: string
  /** …an action. */
  readonly onChoose?: () => void
}

export const MenuItem = ({ icon, look, children, href, onChoose }: MenuItemProps) =>
  href === undefined ? (
    <button type="button" role="menuitem" className="menu-item" data-look={look} onClick={onChoose}>
      {icon}
      {children}
    </button>
  ) : (
    <ItemLink href={href} look={look}>
      {icon}
      {children}
    </ItemLink>
  )

/** Another site opens in a new tab. */
const ItemLink = ({ href, look, children }: Pick<MenuItemProps, 'look' | 'children'> & { readonly href: string }) => {
  const shared = { role: 'menuitem', className: 'menu-item', 'data-look': look, href } as const
  return /^https?:/i.test(href) ? (
    <a {...shared} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <Link {...shared}>{children}</Link>
  )
}

export const MenuLine = () => <hr className="menu-line" />
