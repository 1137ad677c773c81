import './item-list.css'
import { BookOpen, FolderOpen, Plus } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ALL_ITEMS } from '#core/item-group/item-group.ts'
import { limits } from '#core/limits.ts'
import { runDueJobs } from '../../api/due-jobs.ts'
import { api } from '../../api/trpc.ts'
import { useContributions } from '../../extensions/contributions.ts'
import { textsOf } from '../../extensions/plugin-texts.ts'
import { itemAddTabs } from '../../extensions/points.ts'
import { ButtonLink } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { showToast } from '../../parts/toast-store.ts'
import { WorkFrame } from '../../parts/work-frame.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { GroupTabs } from './group-tabs.tsx'
import { HeaderLinks } from './header-links.tsx'
import { ItemBoard } from './item-board.tsx'
import { listInput, type ListedItem } from './listed-item.ts'
import { OwnSamples } from './own-samples.tsx'
import { useMayAddItems } from '../../item-form/use-may-add-items.ts'
import { RecentPanel } from '../../start-page/recent-panel.tsx'
import { StarsContext } from '../../start-page/stars-context.ts'
import { useStars } from '../../start-page/use-stars.ts'
import { useChosenGroup } from './use-chosen-group.ts'

/** `/item/index`: the items of the logged-in person. */
export function ItemListScreen() {
  // Including the texts of the tabs, so that the screen does not wait twice.
  const { t } = useTranslation(['items', 'groups', 'start'])
  const groups = api.itemGroup.list.useQuery({}, { meta: { isQuiet: true } })
  const [groupId, choose] = useChosenGroup(groups.data)
  const items = api.item.list.useQuery(listInput(groupId))
  // While items are loading, assume that a person with groups has many.
  const isManyItems = items.data ? items.data.length > limits.groupTabsAbove : (groups.data ?? []).length > 0

  const stars = useStars()

  useEffect(runDueJobs, [])

  const shown = (
    <>
      {items.isPending && <TileSkeletons />}
      {items.isError && (
        <ErrorState title={t('list.loadFailed')} error={items.error} onRetry={() => void items.refetch()} />
      )}
      {items.data && <ItemsOfGroup key={groupId} groupId={groupId} items={items.data} />}
    </>
  )
  // People without items only see how to start.
  const hasItems = items.data?.length !== 0 || groupId !== ALL_ITEMS
  const hasTabs = groupId !== ALL_ITEMS || isManyItems
  const actions = (
    <>
      {!hasTabs && !groups.isPending && hasItems && (
        <ButtonLink look="quiet" href="/item/group/index">
          {t('groups:title')}
        </ButtonLink>
      )}
      <AddLink />
    </>
  )
  return (
    <WorkFrame title={t('list.title')} actions={actions} barActions={<HeaderLinks />}>
      <StarsContext value={stars}>
        <div className="start-page" data-beside={hasItems || undefined}>
          <div>
            {groups.isPending ? (
              <TileSkeletons />
            ) : hasTabs ? (
              <GroupTabs groups={groups.data ?? []} chosenId={groupId} onChoose={choose}>
                {shown}
              </GroupTabs>
            ) : (
              shown
            )}
          </div>
          {hasItems && <RecentPanel />}
        </div>
      </StarsContext>
    </WorkFrame>
  )
}

interface ItemsOfGroupProps {
  readonly groupId: number
  readonly items: readonly ListedItem[]
}

function ItemsOfGroup({ groupId, items }: ItemsOfGroupProps) {
  const { t } = useTranslation(['items', 'groups'])
  const mayAdd = useMayAddItems()
  if (items.length > 0) {
    return (
      <>
        <ItemBoard groupId={groupId} items={items} />
        {groupId === ALL_ITEMS && <OwnSamples />}
      </>
    )
  }
  if (groupId === ALL_ITEMS) {
    return (
      <EmptyState
        icon={<BookOpen />}
        title={t(mayAdd ? 'list.empty.title' : 'list.empty.byAdministrators')}
        text={t(mayAdd ? 'list.empty.text' : 'list.empty.askAdministrators')}
        actions={
          <>
            <AddLink />
            <OtherWays />
            {mayAdd && <AddSamples />}
          </>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={<FolderOpen />}
      title={t('groups:noItems.title')}
      text={t('groups:noItems.text')}
      actions={<ButtonLink href="/item/group/index">{t('groups:tabs.manage')}</ButtonLink>}
    />
  )
}

function AddLink() {
  const { t } = useTranslation('items')
  const mayAdd = useMayAddItems()
  return (
    mayAdd && (
      <ButtonLink look="primary" href="/item/add">
        <Plus aria-hidden />
        {t('list.add')}
      </ButtonLink>
    )
  )
}

/** Other ways to add items, contributed by plugins, e.g. importing files. */
function OtherWays() {
  const { t } = useTranslation()
  const mayAdd = useMayAddItems()
  const ways = useContributions(itemAddTabs).toSorted((a, b) => a.value.order - b.value.order)
  return (mayAdd ? ways : []).map(({ pluginId, value: { id, title } }) => (
    <ButtonLink key={`${pluginId}-${id}`} href={`/item/add?tab=${pluginId}-${id}`}>
      {/* Keys of plugins are not known to the types of the product's texts. */}
      {t(title as never, { ns: textsOf(pluginId) }) as string}
    </ButtonLink>
  ))
}

/** Offers sample items of their own to people without items. */
function AddSamples() {
  const { t } = useTranslation('items')
  const cache = api.useUtils()
  const add = api.sample.add.useMutation({
    onSuccess: async () => {
      await cache.invalidate()
      showToast(t('samples.added'))
    },
  })
  return (
    <WaitingButton isOff={add.isPending} onClick={() => add.mutate({})}>
      {t(add.isPending ? 'samples.adding' : 'samples.add')}
    </WaitingButton>
  )
}

function TileSkeletons() {
  const { t } = useTranslation()
  return (
    <output className="tiles tile-skeletons" aria-label={t('state.loading')}>
      {Array.from({ length: 8 }, (_, index) => (
        <i key={index} />
      ))}
    </output>
  )
}
