import { createContext, use, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { TopBar } from '#web/parts/top-bar.tsx'
import { FindButton } from '#web/search/find-button.tsx'
import { Themed } from '#web/theme/themed.tsx'
import './page-edit.css'

const BarPlace = createContext<HTMLElement | null>(null)

export interface EditFrameProps {
  /** Undefined while unknown. */
  readonly itemName: string | undefined
  readonly children: ReactNode
}

/** The header of the editor; it stays while the page is loaded and opened, with a menu that is open and with the focus. */
export function EditFrame({ itemName, children }: EditFrameProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <Themed>
      <div className="edit-frame">
        <TopBar title={itemName} actions={<span className="edit-bar-place" ref={setPlace} />}>
          <FindButton />
        </TopBar>
        <BarPlace value={place}>{children}</BarPlace>
      </div>
    </Themed>
  )
}

/** What the work adds to the header. */
export function InEditBar({ children }: Pick<EditFrameProps, 'children'>) {
  const place = use(BarPlace)
  return place && createPortal(children, place)
}
