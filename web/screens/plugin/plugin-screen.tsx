import { useLocation } from 'wouter'
import { useContributions, usePluginsAreSettled } from '#web/extensions/contributions.ts'
import { pluginScreens } from '#web/extensions/points.ts'
import { Slot } from '#web/extensions/slot.tsx'
import { ScreenSkeleton } from '#web/parts/skeleton.tsx'
import { LaterScreen } from './later-screen.tsx'

/** An address whose screen a plugin has. Without the plugin it says that there is nothing yet. */
export function PluginScreen() {
  const [path] = useLocation()
  const isSettled = usePluginsAreSettled()
  const found = useContributions(pluginScreens).find(({ value }) => value.path === path.replace(/\/$/, ''))
  if (!found) return isSettled ? <LaterScreen /> : <ScreenSkeleton />
  const { Component } = found.value
  return (
    <Slot pluginId={found.pluginId} waiting={<ScreenSkeleton />}>
      <Component />
    </Slot>
  )
}
