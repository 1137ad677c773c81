import './backstage.css'
import { Tabs } from '@mantine/core'
import { useRef } from 'react'
import { useSearch } from 'wouter'
import { api } from '#web/api/trpc.ts'
import { LeaveGuard } from '#web/leaving/leave-guard.tsx'
import { ErrorState } from '#web/parts/error-state.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { SectionForm } from './section-form.tsx'
import { SettingsFileBar } from './settings-file/settings-file-bar.tsx'
import { SiteSectionForm } from './site/site-section-form.tsx'
import { useBackstageText } from './texts.ts'

/** The settings of the site and its plugins, one form for each. */
export function SettingsSection() {
  const t = useBackstageText()
  const settings = api.settings.read.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })
  const wanted = new URLSearchParams(useSearch()).get('section')
  const unsaved = useRef(new Set<string>())

  if (settings.isLoadingError)
    return (
      <ErrorState title={t('settings.loadFailed')} error={settings.error} onRetry={() => void settings.refetch()} />
    )
  if (!settings.data) return <Skeleton lines={8} />
  const { sections } = settings.data
  const first = sections.find(({ id }) => id === wanted) ?? sections[0]
  const reload = async (id: string) => {
    const { data, isSuccess } = await settings.refetch()
    return isSuccess ? data.sections.find((section) => section.id === id) : undefined
  }
  const tell = (id: string, isUnsaved: boolean) => {
    if (isUnsaved) unsaved.current.add(id)
    else unsaved.current.delete(id)
  }
  return (
    <>
      <SettingsFileBar />
      {/* All of them stay mounted, so that text typed in one is kept while another one is open. */}
      <Tabs defaultValue={first?.id ?? null} keepMounted>
        <Tabs.List aria-label={t('settings.sections')}>
          {sections.map(({ id, title }) => (
            <Tabs.Tab key={id} value={id}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {sections.map((section) => (
          <Tabs.Panel key={section.id} value={section.id} pt="lg">
            {section.id === 'site' ? (
              <SiteTab onUnsaved={(isUnsaved) => tell(section.id, isUnsaved)} />
            ) : (
              <SectionForm
                section={section}
                reload={() => reload(section.id)}
                onUnsaved={(isUnsaved) => tell(section.id, isUnsaved)}
              />
            )}
          </Tabs.Panel>
        ))}
      </Tabs>
      <LeaveGuard isUnsaved={() => unsaved.current.size > 0} text={t('settings.leave')} />
    </>
  )
}

interface SiteTabProps {
  onUnsaved(isUnsaved: boolean): void
}

/** The settings of the site. */
function SiteTab({ onUnsaved }: SiteTabProps) {
  const t = useBackstageText()
  const config = api.siteConfig.load.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })
  if (config.isLoadingError)
    return <ErrorState title={t('settings.loadFailed')} error={config.error} onRetry={() => void config.refetch()} />
  if (!config.data) return <Skeleton lines={8} />
  const reload = async () => {
    const { data, isSuccess } = await config.refetch()
    return isSuccess ? data : undefined
  }
  return <SiteSectionForm config={config.data} reload={reload} onUnsaved={onUnsaved} />
}
