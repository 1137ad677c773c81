import type { JSX, ReactNode } from 'react'
import { Slot } from './slot.tsx'

/** The icon of a contribution, which may fail by itself; undefined when it has none. */
export const pluginIcon = (pluginId: string, icon: ReactNode): JSX.Element | undefined =>
  icon === undefined || icon === null ? undefined : (
    <Slot pluginId={pluginId} failure="icon" waiting={null}>
      {icon}
    </Slot>
  )
