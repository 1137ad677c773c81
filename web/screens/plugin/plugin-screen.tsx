import { Hammer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useContributions, usePluginsAreSettled } from '#web/extensions/contributions.ts'
import { pluginScreens } from '#web/extensions/points.ts'
import { LEFT_TO_PLUGINS, paramsAt } from '#web/extensions/screen-address.ts'
import { Slot } from '#web/extensions/slot.tsx'
import { NotFoundScreen } from '#web/parts/not-found-screen.tsx'
import { NoticeScreen } from '#web/parts/notice-screen.tsx'
import { ScreenSkeleton } from '#web/parts/skeleton.tsx'
import { useHeldLocation } from '#web/session/history-steps.ts'

/** Shows the first plugin screen that matches an address, or says that a screen of the specification is missing. */
export function PluginScreen() {
  // As in the address bar: the router's would be decoded, and a slash in a parameter would end it.
  const [address] = useHeldLocation()
  const isSettled = usePluginsAreSettled()
  const screens = useContributions(pluginScreens)
  for (const { pluginId, value } of screens) {
    const params = paramsAt(value.path, address)
    if (!params) continue
    const { path, Component } = value
    return (
      <Slot key={`${pluginId} ${path}`} pluginId={pluginId} failure="screen" waiting={<ScreenSkeleton />}>
        <Component params={params} />
      </Slot>
    )
  }
  if (!isSettled) return <ScreenSkeleton />
  return LEFT_TO_PLUGINS.some((path) => paramsAt(path, address)) ? <LaterScreen /> : <NotFoundScreen />
}

/** Placeholder for a screen of the specification. */
function LaterScreen() {
  const { t } = useTranslation()
  const link = { href: '/item/index', label: t('nav.myItems') }
  return <NoticeScreen icon={<Hammer />} title={t('later.title')} text={t('later.text')} link={link} />
}
