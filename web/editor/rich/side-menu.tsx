import { SideMenuExtension } from '@blocknote/core/extensions'
import { SideMenu, SideMenuController, useExtensionState } from '@blocknote/react'

/** The handles beside a block, at its first line: its kind tells the styles where that is. */
export const PlacedSideMenu = () => <SideMenuController sideMenu={Handles} />

function Handles() {
  const block = useExtensionState(SideMenuExtension, { selector: (state) => state?.block })
  return (
    <div className="side-menu-place" data-kind={block?.type} data-level={block?.props.level}>
      <SideMenu />
    </div>
  )
}
